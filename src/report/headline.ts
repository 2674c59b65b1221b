// The first thing read: who leads, what the floor is, and what the numbers rest on.

import { formatPercent } from '../lib/format-measure.ts'
import { type HtmlValue, html, type SafeHtml } from '../lib/safe-html.ts'
import type { ContestantSummary, Summary } from '../summary.ts'
import { formatCount, formatDate, formatList, formatMeasure } from './format.ts'

export function renderHeadline(title: string, generatedAt: Date, summary: Summary): SafeHtml {
  const facts: [string, number][] = [
    ['Contestants', summary.contestants.length],
    ['Applications', summary.applications.length],
    ['Queries', summary.queries],
    ['Cases', summary.cases],
    ['Evaluations', summary.evaluations],
  ]
  return html`<header>
<h1>${title}</h1>
<p class="lead">${sayWhoLeads(summary)}</p>
<dl class="facts">
${facts.map(([name, count]) => html`<div><dt>${name}</dt><dd>${formatCount(count)}</dd></div>\n`)}<div><dt>Written</dt><dd><time datetime="${generatedAt.toISOString()}">${formatDate(generatedAt)}</time></dd></div>
</dl>
</header>`
}

function sayWhoLeads({ contestants }: Summary): HtmlValue {
  const models = leadersOf(contestants.filter(({ isBaseline }) => !isBaseline))
  const floor = leadersOf(contestants.filter(({ isBaseline }) => isBaseline))
  if (models.score && floor.score && models.score.value <= floor.score.value)
    return html`No model does better than a baseline. ${models.names} reached ${formatMeasure(models.score)} balanced accuracy; ${floor.names} has ${formatPercent(floor.score.value)}.`
  if (models.score)
    return html`<strong>${models.names}</strong> ${models.count === 1 ? 'leads' : 'lead'} with ${formatMeasure(models.score)} balanced accuracy. ${
      floor.score &&
      html`The best baseline, ${floor.names}, has ${formatPercent(floor.score.value)}; guessing gives 50%.`
    }`
  if (contestants.some(({ isBaseline }) => !isBaseline))
    return 'There is no balanced accuracy, and so no order: it needs both good and bad cases, and these are of one kind.'
  return html`Only the built-in baselines took part: this is the floor that a model has to beat. ${
    floor.score && html`The best, ${floor.names}, has ${formatMeasure(floor.score)} balanced accuracy.`
  }`
}

function leadersOf(contestants: ContestantSummary[]) {
  const score = contestants[0]?.score.balancedAccuracy ?? null
  const leaders = contestants.filter(contestant => contestant.score.balancedAccuracy?.value === score?.value)
  const isUnique = ({ model }: ContestantSummary) =>
    contestants.filter(other => other.model.name === model.name).length === 1
  return {
    score,
    count: leaders.length,
    names: formatList(
      leaders.map(leader => (isUnique(leader) ? leader.model.name : `${leader.model.name} (prompt ${leader.prompt})`)),
    ),
  }
}
