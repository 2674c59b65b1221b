// An evaluation as a row of a table, for every format that has one row for each evaluation.

import type { Evaluation, Level } from '../domain.ts'

export type Cell = string | number | null

/** An evaluation with what the corpus says of its case. */
export interface ExportedEvaluation extends Evaluation {
  level: Level | null
  isDecoy: boolean
}

export const COLUMNS: { name: string; value: (evaluation: ExportedEvaluation) => Cell }[] = [
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
  { name: 'level', value: ({ level }) => level },
  { name: 'decoy', value: ({ isDecoy }) => Number(isDecoy) },
]

/** A spreadsheet would run text that starts like a formula (CWE-1236), so a single quote is put before such text. */
export function guardFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
