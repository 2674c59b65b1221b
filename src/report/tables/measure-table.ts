// The table of all other measures.

import type { NoVerdict } from '../../domain.ts'
import { formatInterval, formatValue, NO_VALUE } from '../../lib/text/format-measure.ts'
import { html, type SafeHtml } from '../../lib/text/safe-html.ts'
import { FIGURES, type ListedMeasure, type MeasureKey, measuresIn, withoutUnknown } from '../../measure-list.ts'
import type { ContestantSummary, Floor, Interval, Summary } from '../../summary.ts'
import { renderContestant } from '../contestant.ts'
import { capitalize, formatCount } from '../format.ts'

interface Column {
  title: string
  cell: (contestant: ContestantSummary) => { value: number | null | undefined; text: string; small?: string }
  /** What always saying “bad” has on the cases of this floor. */
  alwaysBad?: (floor: Floor) => string
}

const OTHER_COLUMNS: Column[] = [
  {
    title: FIGURES.rulesNamed.title,
    cell: ({ score: { rulesNamed } }) => ({
      value: rulesNamed,
      text: rulesNamed === null ? NO_VALUE : rulesNamed.toFixed(2),
    }),
  },
  {
    title: FIGURES.bounds.title,
    cell: ({ score: { bounds, results } }) => ({
      value: bounds?.low,
      text: bounds ? formatInterval(bounds) : NO_VALUE,
      small: describeUnanswered(results),
    }),
  },
  {
    title: FIGURES.leaveOneOut.title,
    cell: ({ leaveOneOut }) => ({
      value: leaveOneOut?.low,
      text: leaveOneOut ? formatInterval(leaveOneOut) : NO_VALUE,
    }),
  },
]

const OF_REPEATS = measuresIn('repeats').map(toColumn)

export function renderMeasureTable({ contestants }: Summary): SafeHtml {
  const hasRepeats = contestants.some(({ score }) => score.agreement !== null)
  const measures = withoutUnknown(
    measuresIn('measures'),
    contestants.map(({ score }) => score),
  )
  const columns = [...measures.map(toColumn), ...OTHER_COLUMNS, ...(hasRepeats ? OF_REPEATS : [])]
  const first = contestants[0]
  return html`<p class="caption">Each with its 95% interval. The last row is what always saying “bad” has on these cases.</p>
<div class="scroll" role="region" aria-label="Table of all measures" tabindex="0">
<table class="measures" id="measure-table" data-sortable>
<caption class="unseen">All measures</caption>
<thead><tr>
<th scope="col">Model</th>
${columns.map(({ title }) => html`<th scope="col" class="number">${capitalize(title)}</th>\n`)}</tr></thead>
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
  return html`<tfoot><tr class="baseline">
<th scope="row">always “bad”</th>
${columns.map(({ alwaysBad }) => html`<td class="number">${alwaysBad?.(floor)}</td>\n`)}</tr></tfoot>
`
}

function toColumn({ key, title, format, alwaysBad }: ListedMeasure): Column {
  return {
    title,
    cell: ({ score }) => {
      const measure = score[key]
      if (!measure) return { value: null, text: NO_VALUE }
      const { value, interval } = measure
      return {
        value,
        text: withMinus(formatValue(value, format)),
        ...(interval && { small: formatRange(interval, format) }),
      }
    },
    alwaysBad: (floor: Floor & Partial<Record<MeasureKey, number | null>>) =>
      key in floor || alwaysBad !== undefined ? withMinus(formatValue(floor[key] ?? alwaysBad, format)) : '',
  }
}

function formatRange(interval: Interval, format: ListedMeasure['format']): string {
  if (format === 'percent') return formatInterval(interval)
  return withMinus(`${formatValue(interval.low, format)} to ${formatValue(interval.high, format)}`)
}

/** A minus sign is as wide as a digit; a hyphen is not. */
function withMinus(text: string): string {
  return text.replaceAll('-', '−')
}

const NO_VERDICTS: NoVerdict[] = ['refused', 'truncated', 'unreadable', 'empty']

function describeUnanswered(results: Record<NoVerdict, number>): string {
  return NO_VERDICTS.filter(result => results[result] > 0)
    .map(result => `${formatCount(results[result])} ${result}`)
    .join(', ')
}
