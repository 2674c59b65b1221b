// One line for each evaluation, as RFC 4180 has it: what R, pandas and spreadsheets read.

import type { Evaluation } from '../domain.ts'

const COLUMNS: { name: string; of: (evaluation: Evaluation) => string | number | null }[] = [
  { name: 'timestamp', of: ({ timestamp }) => timestamp },
  { name: 'model', of: ({ model }) => model.name },
  { name: 'host', of: ({ model }) => model.host },
  { name: 'parameters', of: ({ model }) => model.parameters },
  { name: 'prompt', of: ({ prompt }) => prompt },
  { name: 'repeat', of: ({ repeat }) => repeat },
  { name: 'application', of: ({ application }) => application },
  { name: 'query', of: ({ query }) => query },
  { name: 'case', of: ({ casePath }) => casePath },
  { name: 'language', of: ({ language }) => language },
  { name: 'label', of: ({ label }) => label },
  { name: 'result', of: ({ verdict }) => verdict.result },
  { name: 'right', of: ({ verdict, label }) => (verdict.result === label ? 1 : 0) },
  { name: 'violates', of: ({ violates }) => violates.join(' ') },
  { name: 'rules_named', of: ({ verdict }) => verdict.rules.join(' ') },
  { name: 'provider', of: ({ provider }) => provider },
  { name: 'prompt_tokens', of: ({ promptTokens }) => promptTokens },
  { name: 'completion_tokens', of: ({ completionTokens }) => completionTokens },
  { name: 'cost_usd', of: ({ cost }) => cost },
  { name: 'latency_ms', of: ({ latencyMs }) => latencyMs },
  { name: 'code_sha256', of: ({ codeHash }) => codeHash },
]

/** The evaluations come in batches. */
export async function* toCsv(batches: AsyncIterable<Evaluation[]> | Iterable<Evaluation[]>): AsyncGenerator<string> {
  yield toLine(COLUMNS.map(({ name }) => name))
  for await (const evaluations of batches)
    yield evaluations.map(evaluation => toLine(COLUMNS.map(({ of }) => of(evaluation)))).join('')
}

function toLine(cells: (string | number | null)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

/** A spreadsheet would run what begins as a formula (CWE-1236), so that a quotation mark is put before it. */
function toCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
