// The top of the page: the leading model, the best baseline, and how many cases were asked.

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
  const { headline, lead } = describeLeaders(summary)
  return html`<header>
<p class="eyebrow"><span>${title}</span> <time datetime="${generatedAt.toISOString()}">${formatDate(generatedAt)}</time></p>
<h1>${headline}</h1>
${lead && html`<p class="lead">${lead}</p>\n`}<p class="facts">${facts.filter(([count]) => count > 0).map(([count, one, many]) => html`<span>${formatPlural(count, one, many)}</span> `)}</p>
</header>`
}

function describeLeaders({ contestants }: Summary): { headline: HtmlValue; lead?: HtmlValue } {
  const models = leadersOf(contestants.filter(({ isBaseline }) => !isBaseline))
  const baselines = leadersOf(contestants.filter(({ isBaseline }) => isBaseline))
  const baselineSentence =
    baselines.score &&
    html` The best baseline, <bdi>${baselines.names}</bdi>, has ${formatPercent(baselines.score.value)}; guessing gives 50%.`
  if (models.score && baselines.score && models.score.value <= baselines.score.value)
    return {
      headline: 'No model does better than a baseline.',
      lead: html`<bdi>${models.names}</bdi> reached ${formatMeasure(models.score)} balanced accuracy.${baselineSentence}`,
    }
  if (models.score)
    return {
      headline: html`<bdi>${models.names}</bdi> ${models.count === 1 ? 'leads' : 'lead'} with ${formatPercent(models.score.value)} balanced accuracy`,
      lead: html`${models.score.interval && html`Its 95% interval is ${formatInterval(models.score.interval)}. `}${describeTies(contestants)}${baselineSentence}`,
    }
  if (contestants.some(({ isBaseline }) => !isBaseline))
    return {
      headline: 'There is no balanced accuracy, and so no order',
      lead: 'It needs both good and bad cases, and these are of one kind.',
    }
  return {
    headline: 'Only the built-in baselines took part: this is the floor that a model has to beat',
    lead:
      baselines.score &&
      html`The best, <bdi>${baselines.names}</bdi>, has ${formatMeasure(baselines.score)} balanced accuracy; guessing gives 50%.`,
  }
}

/** How many other models with the same prompt are not significantly worse than the leader. */
function describeTies(contestants: ContestantSummary[]): string {
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
