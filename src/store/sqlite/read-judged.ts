// The current answers as far as scores need them, in batches: no explanations, no code.

import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Label, Result } from '../../domain.ts'
import type { Judged, Selection } from '../../summary.ts'
import type { ResultReader, StoredModel } from '../store.ts'
import { inBatches } from './in-batches.ts'
import type { Transactions } from './transactions.ts'

type JudgedReader = Pick<ResultReader, 'judged' | 'models' | 'applications' | 'prompts'>

export function createJudgedReader(database: DatabaseSync, { read }: Transactions): JudgedReader {
  function namesIn(column: 'application' | 'prompt'): string[] {
    const select = database.prepare(
      `SELECT DISTINCT ${column} AS name FROM evaluations WHERE is_current = 1 ORDER BY 1`,
    )
    return select.all().map(({ name }) => name as string)
  }

  return {
    async *judged(selection) {
      const { where, values } = whereSelected(selection)
      const select = read(() =>
        database.prepare(
          `SELECT e.application, e.query, e.case_path, e.expected_result, e.language, e.violates,
             e.specification_hash, e.code_hash, e.model_name, e.host, e.parameters, e.prompt, e.repeat,
             e.actual_result, e.named_rules, e.latency_ms, e.prompt_tokens, e.completion_tokens, e.cost
           FROM evaluations e WHERE ${where}`,
        ),
      )
      select.setReturnArrays(true)
      const rows = select.iterate(...values) as unknown as Iterable<JudgedRow>
      yield* inBatches(rows, toJudged, () => 0)
    },
    models: async () =>
      read(() =>
        database
          .prepare(
            `SELECT DISTINCT model_name AS name, typed_name AS typedName, host FROM evaluations
             WHERE is_current = 1 ORDER BY 1, 2, 3`,
          )
          .all()
          .map(row => ({ ...(row as unknown as StoredModel) })),
      ),
    applications: async () => read(() => namesIn('application')),
    prompts: async () => read(() => namesIn('prompt')),
  }
}

/** The rows `e` of `evaluations` that are current and chosen. Baselines stay whatever models are chosen: they are the floor. */
export function whereSelected({ models, applications, prompts, since }: Selection): {
  where: string
  values: SQLInputValue[]
} {
  const oneOf = (column: string, names: string[]) => `${column} IN (${names.map(() => '?').join(', ')})`
  const conditions = [
    'e.is_current = 1',
    ...(models.length > 0 ? [`(e.host = 'built-in' OR ${oneOf('e.model_name', models)})`] : []),
    ...(applications.length > 0 ? [oneOf('e.application', applications)] : []),
    ...(prompts.length > 0 ? [oneOf('e.prompt', prompts)] : []),
    ...(since === undefined ? [] : ['e.timestamp >= ?']),
  ]
  const values = [...models, ...applications, ...prompts, ...(since === undefined ? [] : [since])]
  return { where: conditions.join(' AND '), values }
}

// biome-ignore format: as they are selected
type JudgedRow = [
  application: string, query: string, casePath: string, label: Label, language: string, violates: string,
  specificationHash: string, codeHash: string, name: string, host: string, parameters: string, prompt: string, repeat: number,
  result: Result, namedRules: string, latencyMs: number, promptTokens: number | null, completionTokens: number | null, cost: number | null,
]

/** Rows come as arrays: with names, hundreds of thousands of them would take half as long again. */
function toJudged(row: JudgedRow): Judged {
  // biome-ignore format: as they are selected
  const [
    application, query, casePath, label, language, violates,
    specificationHash, codeHash, name, host, parameters, prompt, repeat,
    result, namedRules, latencyMs, promptTokens, completionTokens, cost,
  ] = row
  return {
    application,
    query,
    casePath,
    label,
    language,
    violates: JSON.parse(violates),
    specificationHash,
    codeHash,
    model: { name, host, parameters },
    prompt,
    repeat,
    verdict: { result, rules: JSON.parse(namedRules) },
    latencyMs,
    promptTokens,
    completionTokens,
    cost,
  }
}
