// The table of all other measures.

import type { NoVerdict } from '../../domain.ts'
import { formatInterval, formatPercent, NO_VALUE } from '../../lib/text/format-measure.ts'
import { html, type SafeHtml } from '../../lib/text/safe-html.ts'
import type { ContestantSummary, Interval, Measure, Summary } from '../../summary.ts'
import { renderContestant } from '../contestant.ts'
import { formatCount } from '../format.ts'

interface Column {
  title: string
  cell: (contestant: ContestantSummary) => { value: number | null | undefined; text: string; small?: string }
}

const COLUMNS: Column[] = [
  measured('Accuracy', ({ score }) => score.accuracy),
  measured('Precision', ({ score }) => score.precision),
  measured('F1', ({ score }) => score.f1),
  measured('MCC', ({ score }) => score.mcc, formatCoefficient, formatCoefficients),
  measured('Query solved', ({ score }) => score.querySolved),
  measured('Pair correct', ({ score }) => score.pairCorrect),
  {
    title: 'Rules named',
    cell: ({ score: { rulesNamed } }) => ({
      value: rulesNamed,
      text: rulesNamed === null ? NO_VALUE : rulesNamed.toFixed(2),
    }),
  },
  {
    title: 'Unanswered as wrong – right',
    cell: ({ score: { bounds, results } }) => ({
      value: bounds?.low,
      text: bounds ? formatInterval(bounds) : NO_VALUE,
      small: describeUnanswered(results),
    }),
  },
  {
    title: 'One application left out',
    cell: ({ leaveOneOut }) => ({
      value: leaveOneOut?.low,
      text: leaveOneOut ? formatInterval(leaveOneOut) : NO_VALUE,
    }),
  },
]

const AGREEMENT: Column[] = [
  measured('Agreement', ({ score }) => score.agreement),
  measured('Kappa', ({ score }) => score.kappa, formatCoefficient, formatCoefficients),
]

export function renderMeasureTable({ contestants }: Summary): SafeHtml {
  const hasRepeats = contestants.some(({ score }) => score.agreement !== null)
  const columns = hasRepeats ? [...COLUMNS, ...AGREEMENT] : COLUMNS
  const first = contestants[0]
  return html`<p class="caption">Each with its 95% interval. The last row is what always saying “bad” has on these cases.</p>
<div class="scroll" role="region" aria-label="Table of all measures" tabindex="0">
<table class="measures" id="measure-table" data-sortable>
<caption class="unseen">All measures</caption>
<thead><tr>
<th scope="col">Model</th>
${columns.map(({ title }) => html`<th scope="col" class="number">${title}</th>\n`)}</tr></thead>
<tbody>
${contestants.map(contestant => renderRow(contestant, columns))}</tbody>
${first && renderFloor(first, columns)}</table>
</div>`
}

function renderRow(contestant: ContestantSummary, columns: Column[]): SafeHtml {
  return html`<tr${contestant.isBaseline && html` class="baseline"`}>
<th scope="row">${renderContestant(contestant)}</th>
${columns.map(({ cell }) => {
  const { value, text, small } = cell(contestant)
  return html`<td class="number" data-value="${value ?? ''}">${text}${small && html`<span class="small">${small}</span>`}</td>\n`
})}</tr>
`
}

/** What always saying “bad” would score on the cases of the first contestant. */
function renderFloor({ score: { floor } }: ContestantSummary, columns: Column[]): SafeHtml {
  const known: Record<string, string> = {
    Accuracy: formatPercent(floor.accuracy),
    Precision: formatPercent(floor.precision),
    F1: formatPercent(floor.f1),
    MCC: floor.mcc === null ? NO_VALUE : formatCoefficient(floor.mcc),
    'Query solved': formatPercent(0),
    'Pair correct': formatPercent(0),
  }
  return html`<tfoot><tr class="baseline">
<th scope="row">always “bad”</th>
${columns.map(({ title }) => html`<td class="number">${known[title]}</td>\n`)}</tr></tfoot>
`
}

function measured(
  title: string,
  get: (contestant: ContestantSummary) => Measure | null,
  format: (value: number) => string = formatPercent,
  formatRange: (interval: Interval) => string = formatInterval,
): Column {
  return {
    title,
    cell: contestant => {
      const measure = get(contestant)
      if (!measure) return { value: null, text: NO_VALUE }
      const { value, interval } = measure
      return { value, text: format(value), ...(interval ? { small: formatRange(interval) } : {}) }
    },
  }
}

function formatCoefficient(value: number): string {
  return value.toFixed(2).replace('-', '−')
}

function formatCoefficients({ low, high }: Interval): string {
  return `${formatCoefficient(low)} to ${formatCoefficient(high)}`
}

const NO_VERDICTS: NoVerdict[] = ['refused', 'truncated', 'unreadable', 'empty']

function describeUnanswered(results: Record<NoVerdict, number>): string {
  return NO_VERDICTS.filter(result => results[result] > 0)
    .map(result => `${formatCount(results[result])} ${result}`)
    .join(', ')
}
