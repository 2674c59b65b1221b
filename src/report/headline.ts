// The first thing read: who leads, what the floor is, and what the numbers rest on.

import { formatInterval, formatPercent } from '../lib/text/format-measure.ts'
import { type HtmlValue, html, type SafeHtml } from '../lib/text/safe-html.ts'
import type { ContestantSummary, Summary } from '../summary.ts'
import { formatDate, formatList, formatMeasure, formatPlural } from './format.ts'

export function renderHeadline(title: string, generatedAt: Date, summary: Summary): SafeHtml {
  const countModels = (isBaseline: boolean) =>
    new Set(summary.contestants.filter(one => one.isBaseline === isBaseline).map(({ model }) => JSON.stringify(model)))
      .size
  const facts: [number, string, string?][] = [
    [countModels(false), 'model'],
    [countModels(true), 'baseline'],
    [summary.prompts.length > 1 ? summary.prompts.length : 0, 'prompt'],
    [summary.applications.length, 'application'],
    [summary.queries, 'query', 'queries'],
    [summary.cases, 'case'],
    [summary.evaluations, 'evaluation'],
  ]
  const { headline, lead } = sayWhoLeads(summary)
  return html`<header>
<p class="eyebrow"><span>${title}</span> <time datetime="${generatedAt.toISOString()}">${formatDate(generatedAt)}</time></p>
<h1>${headline}</h1>
${lead && html`<p class="lead">${lead}</p>\n`}<p class="facts">${facts.filter(([count]) => count > 0).map(([count, one, many]) => html`<span>${formatPlural(count, one, many)}</span> `)}</p>
</header>`
}

function sayWhoLeads({ contestants }: Summary): { headline: HtmlValue; lead?: HtmlValue } {
  const models = leadersOf(contestants.filter(({ isBaseline }) => !isBaseline))
  const floor = leadersOf(contestants.filter(({ isBaseline }) => isBaseline))
  const sayFloor =
    floor.score &&
    html` The best baseline, <bdi>${floor.names}</bdi>, has ${formatPercent(floor.score.value)}; guessing gives 50%.`
  if (models.score && floor.score && models.score.value <= floor.score.value)
    return {
      headline: 'No model does better than a baseline.',
      lead: html`<bdi>${models.names}</bdi> reached ${formatMeasure(models.score)} balanced accuracy.${sayFloor}`,
    }
  if (models.score)
    return {
      headline: html`<bdi>${models.names}</bdi> ${models.count === 1 ? 'leads' : 'lead'} with ${formatPercent(models.score.value)} balanced accuracy`,
      lead: html`${models.score.interval && html`Its 95% interval is ${formatInterval(models.score.interval)}. `}${sayRank(contestants)}${sayFloor}`,
    }
  if (contestants.some(({ isBaseline }) => !isBaseline))
    return {
      headline: 'There is no balanced accuracy, and so no order',
      lead: 'It needs both good and bad cases, and these are of one kind.',
    }
  return {
    headline: 'Only the built-in baselines took part: this is the floor that a model has to beat',
    lead:
      floor.score &&
      html`The best, <bdi>${floor.names}</bdi>, has ${formatMeasure(floor.score)} balanced accuracy; guessing gives 50%.`,
  }
}

/** How many of the others may be as good: of those that were asked the same, with the same prompt. */
function sayRank(contestants: ContestantSummary[]): string {
  const leader = contestants.find(({ isBaseline }) => !isBaseline)
  const others = contestants.filter(one => one !== leader && one.rank === 1 && one.prompt === leader?.prompt).length
  if (leader?.rank !== 1 || others === 0) return ''
  return others === 1
    ? 'One other model is not significantly worse.'
    : `${others} other models are not significantly worse.`
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
