import type { NoVerdict } from '../domain.ts'
import { formatInterval, formatPercent, NO_VALUE } from '../lib/format-measure.ts'
import { html, type SafeHtml } from '../lib/safe-html.ts'
import type { ContestantSummary, Measure, Score, Summary } from '../summary.ts'
import { renderContestant } from './contestant.ts'
import { formatCount, formatPlural } from './format.ts'
import { renderIntervalBar, renderScale } from './interval-bar.ts'

// Narrow screens turn rows into cards. Browsers then forget that this is a table, so the roles are spelt out.
export function renderLeaderboard({ contestants, cases }: Summary): SafeHtml {
  return html`<table class="cards leaderboard" role="table">
<caption>All contestants by balanced accuracy, the best first. Baselines are built in and no models: they are the floor.</caption>
<thead role="rowgroup"><tr role="row">
<th role="columnheader" scope="col">Contestant</th>
<th role="columnheader" scope="col" class="number">Balanced accuracy</th>
<th role="columnheader" scope="col">95% interval${renderScale()}</th>
<th role="columnheader" scope="col" class="number">Accuracy</th>
<th role="columnheader" scope="col" class="number">Catch rate</th>
<th role="columnheader" scope="col" class="number">False alarms</th>
<th role="columnheader" scope="col" class="number">Answered</th>
<th role="columnheader" scope="col" class="number">Cases</th>
</tr></thead>
<tbody role="rowgroup">
${contestants.map(contestant => renderRow(contestant, cases))}</tbody>
</table>`
}

function renderRow(contestant: ContestantSummary, cases: number): SafeHtml {
  const { score, isBaseline } = contestant
  const { balancedAccuracy } = score
  return html`<tr role="row"${isBaseline && html` class="baseline"`}>
<th role="rowheader" scope="row">${renderContestant(contestant, isBaseline)}</th>
<td role="cell" class="number main" data-label="Balanced accuracy">${formatPercent(balancedAccuracy?.value)}</td>
<td role="cell" class="range" data-label="95% interval">${balancedAccuracy && renderIntervalBar(balancedAccuracy)}<span class="small">${intervalOf(balancedAccuracy)}</span></td>
${renderMeasure('Accuracy', score.accuracy)}
${renderMeasure('Catch rate', score.catchRate)}
${renderMeasure('False alarms', score.falseAlarms)}
<td role="cell" class="number" data-label="Answered">${formatPercent(score.answeredShare)}<span class="small unanswered">${unanswered(score)}</span></td>
<td role="cell" class="number" data-label="Cases">${formatCount(score.cases)}${score.cases < cases && ` of ${formatCount(cases)}`}<span class="small">${formatPlural(score.queries, 'query', 'queries')}</span></td>
</tr>
`
}

function renderMeasure(name: string, measure: Measure | null): SafeHtml {
  return html`<td role="cell" class="number" data-label="${name}">${formatPercent(measure?.value)}<span class="small">${measure?.interval && formatInterval(measure.interval)}</span></td>`
}

function intervalOf(measure: Measure | null): string {
  if (!measure) return NO_VALUE
  return measure.interval ? formatInterval(measure.interval) : 'too few queries'
}

const NO_VERDICTS: NoVerdict[] = ['refused', 'truncated', 'unreadable', 'empty']

function unanswered({ results }: Score): string {
  return NO_VERDICTS.filter(result => results[result] > 0)
    .map(result => `${formatCount(results[result])} ${result}`)
    .join(', ')
}
