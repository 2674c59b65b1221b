// The first table: the scores of all models with their intervals, and what they cost.

import { formatDollars } from '../../lib/text/format-dollars.ts'
import { formatInterval, formatPercent, NO_VALUE } from '../../lib/text/format-measure.ts'
import { type HtmlValue, html, type SafeHtml } from '../../lib/text/safe-html.ts'
import { FIGURES, measuresIn } from '../../measure-list.ts'
import type { ContestantSummary, Measure, Summary, Usage } from '../../summary.ts'
import { renderContestant } from '../contestant.ts'
import { capitalize, formatCount, formatDuration, formatPlural } from '../format.ts'
import { type BarScale, chooseScale, renderIntervalBar, renderScale } from './interval-bar.ts'

const MEASURES = measuresIn('leaderboard')
const ANSWERED = capitalize(FIGURES.answeredShare.title)

// On narrow screens, the style sheet shows rows as cards. Screen readers then no longer see a table, so each element has its role.
export function renderLeaderboard({ contestants }: Summary): SafeHtml {
  const models = contestants.filter(({ isBaseline }) => !isBaseline)
  const baselines = contestants.filter(({ isBaseline }) => isBaseline)
  const floor = Math.max(...baselines.map(({ score }) => score.balancedAccuracy?.value ?? 0.5))
  const scale = chooseScale(
    contestants.map(({ score }) => score.balancedAccuracy),
    baselines.length > 0 ? Math.max(floor, 0.5) : null,
  )
  const groups: [string, string, ContestantSummary[]][] = [
    ...rankedGroups(models),
    ['apart', 'Not ranked: asked other cases', models.filter(({ rank }) => rank === null)],
    ['baselines', 'Baselines: what needs no understanding', baselines],
  ]
  return html`<table class="cards leaderboard" id="leaderboard-table" data-sortable role="table">
<caption>By balanced accuracy, the best first. The bar is the 95% interval${baselines.length > 0 && '; what is shaded, the best baseline reaches as well'}. A rank counts the models that are significantly better, plus one.</caption>
<thead role="rowgroup"><tr role="row">
<th role="columnheader" scope="col" class="rank number">Rank</th>
<th role="columnheader" scope="col">Model</th>
<th role="columnheader" scope="col" class="number main"><span class="head">Balanced accuracy</span></th>
<th role="columnheader" scope="col" class="range"><span class="head">95% interval</span>${renderScale(scale)}</th>
${MEASURES.map(({ title }) => html`<th role="columnheader" scope="col" class="number">${capitalize(title)}</th>\n`)}<th role="columnheader" scope="col" class="number">${ANSWERED}</th>
<th role="columnheader" scope="col" class="number">Cost</th>
<th role="columnheader" scope="col" class="number">Latency</th>
</tr></thead>
${groups.map(([kind, title, members]) => members.length > 0 && renderGroup(kind, title, members, scale))}</table>`
}

/** Each prompt is a group, because models are only ranked with others of the same prompt. */
function rankedGroups(models: ContestantSummary[]): [string, string, ContestantSummary[]][] {
  const byPrompt = [
    ...Map.groupBy(
      models.filter(({ rank }) => rank !== null),
      ({ prompt }) => prompt,
    ),
  ]
  return byPrompt.map(([prompt, members]) => ['ranked', byPrompt.length > 1 ? `Prompt ${prompt}` : '', members])
}

function renderGroup(kind: string, title: string, members: ContestantSummary[], scale: BarScale): SafeHtml {
  return html`<tbody role="rowgroup" class="${kind}">
${title !== '' && html`<tr role="row" class="group"><th role="rowheader" colspan="${7 + MEASURES.length}" scope="rowgroup"><bdi>${title}</bdi></th></tr>\n`}${members.map(member => renderRow(member, scale))}</tbody>
`
}

function renderRow(contestant: ContestantSummary, scale: BarScale): SafeHtml {
  const { score, rank, usage, coverage } = contestant
  const { balancedAccuracy } = score
  const isPartial = coverage.shared < coverage.of || coverage.beyond > 0
  return html`<tr role="row">
<td role="cell" class="rank number" data-label="Rank" data-value="${rank ?? ''}">${rank ?? ''}</td>
<th role="rowheader" scope="row">${renderContestant(contestant)}${
    isPartial &&
    html`<span class="small">asked ${formatCount(coverage.shared)} of the ${formatPlural(coverage.of, 'ranked case')}${coverage.beyond > 0 && ` and ${formatCount(coverage.beyond)} others`}</span>`
  }</th>
<td role="cell" class="number main" data-label="Balanced accuracy" data-value="${balancedAccuracy?.value ?? ''}">${formatPercent(balancedAccuracy?.value)}</td>
<td role="cell" class="range" data-label="95% interval" data-value="${balancedAccuracy?.interval?.low ?? ''}">${balancedAccuracy && renderIntervalBar(balancedAccuracy, scale)}<span class="small">${intervalOf(balancedAccuracy)}</span></td>
${MEASURES.map(({ title, key }) => renderMeasure(capitalize(title), score[key]))}<td role="cell" class="number" data-label="${ANSWERED}" data-value="${score.answeredShare ?? ''}">${formatPercent(score.answeredShare)}<span class="small">${score.answered < score.evaluations && `${formatCount(score.evaluations - score.answered)} without`}</span></td>
${renderCost(usage, score.evaluations)}
${renderLatency(usage)}
</tr>
`
}

function renderMeasure(name: string, measure: Measure | null): SafeHtml {
  return html`<td role="cell" class="number" data-label="${name}" data-value="${measure?.value ?? ''}">${formatPercent(measure?.value)}<span class="small">${measure?.interval && formatInterval(measure.interval)}</span></td>\n`
}

function renderCost({ cost, costKnown }: Usage, evaluations: number): SafeHtml {
  const each: HtmlValue = cost !== null && costKnown > 0 && `${formatDollars(cost / costKnown)} a case`
  return html`<td role="cell" class="number" data-label="Cost" data-value="${cost ?? ''}">${cost === null ? NO_VALUE : formatDollars(cost)}<span class="small">${each}${
    cost !== null && costKnown < evaluations && html`<br>${formatCount(costKnown)} of ${formatCount(evaluations)} known`
  }</span></td>`
}

function renderLatency({ latencyMedianMs: median, latency95Ms: slow }: Usage): SafeHtml {
  return html`<td role="cell" class="number" data-label="Latency" data-value="${median ?? ''}">${median === null ? NO_VALUE : formatDuration(median)}<span class="small">${slow !== null && slow > 0 && `95%: ${formatDuration(slow)}`}</span></td>`
}

function intervalOf(measure: Measure | null): string {
  if (!measure) return NO_VALUE
  return measure.interval ? formatInterval(measure.interval) : 'too few queries'
}
