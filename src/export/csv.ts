// CSV by RFC 4180, with one line for each evaluation, for R, pandas and spreadsheets.

import type { Evaluation } from '../domain.ts'

const COLUMNS: { name: string; value: (evaluation: Evaluation) => string | number | null }[] = [
  { name: 'timestamp', value: ({ timestamp }) => timestamp },
  { name: 'model', value: ({ model }) => model.name },
  { name: 'host', value: ({ model }) => model.host },
  { name: 'parameters', value: ({ model }) => model.parameters },
  { name: 'prompt', value: ({ prompt }) => prompt },
  { name: 'repeat', value: ({ repeat }) => repeat },
  { name: 'application', value: ({ application }) => application },
  { name: 'query', value: ({ query }) => query },
  { name: 'case', value: ({ casePath }) => casePath },
  { name: 'language', value: ({ language }) => language },
  { name: 'label', value: ({ label }) => label },
  { name: 'result', value: ({ verdict }) => verdict.result },
  { name: 'right', value: ({ verdict, label }) => (verdict.result === label ? 1 : 0) },
  { name: 'violates', value: ({ violates }) => violates.join(' ') },
  { name: 'rules_named', value: ({ verdict }) => verdict.rules.join(' ') },
  { name: 'provider', value: ({ provider }) => provider },
  { name: 'prompt_tokens', value: ({ promptTokens }) => promptTokens },
  { name: 'completion_tokens', value: ({ completionTokens }) => completionTokens },
  { name: 'cost_usd', value: ({ cost }) => cost },
  { name: 'latency_ms', value: ({ latencyMs }) => latencyMs },
  { name: 'code_sha256', value: ({ codeHash }) => codeHash },
]

/** Yields the text in pieces, one for each batch of evaluations. */
export async function* toCsv(batches: AsyncIterable<Evaluation[]> | Iterable<Evaluation[]>): AsyncGenerator<string> {
  yield toLine(COLUMNS.map(({ name }) => name))
  for await (const evaluations of batches)
    yield evaluations.map(evaluation => toLine(COLUMNS.map(({ value }) => value(evaluation)))).join('')
}

function toLine(cells: (string | number | null)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

/** A spreadsheet would run text that starts like a formula (CWE-1236), so a single quote is put before such text. */
function toCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
