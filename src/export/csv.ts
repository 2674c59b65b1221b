// CSV by RFC 4180, with one line for each evaluation, for R, pandas and spreadsheets.

import { type Cell, COLUMNS, type ExportedEvaluation, guardFormula } from './columns.ts'

/** Yields the text in pieces, one for each batch of evaluations. */
export async function* toCsv(
  batches: AsyncIterable<ExportedEvaluation[]> | Iterable<ExportedEvaluation[]>,
): AsyncGenerator<string> {
  yield toLine(COLUMNS.map(({ name }) => name))
  for await (const evaluations of batches)
    yield evaluations.map(evaluation => toLine(COLUMNS.map(({ value }) => value(evaluation)))).join('')
}

function toLine(cells: Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = guardFormula(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
