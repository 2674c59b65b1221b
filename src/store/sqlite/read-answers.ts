// The current answers with everything that is kept of them, in batches: all explanations together may be large.

import type { DatabaseSync } from 'node:sqlite'
import type { EvaluationDetail, Label, Result } from '../../domain.ts'
import type { ResultReader } from '../store.ts'
import { inBatches } from './in-batches.ts'
import { whereSelected } from './read-judged.ts'
import type { Transactions } from './transactions.ts'

/** As `AnswerRow` has them. */
const COLUMNS = `e.id, e.timestamp, e.test_file, e.model_name, e.host, e.parameters, e.prompt, e.repeat,
  e.case_path, e.application, e.query, e.expected_result, e.language, e.violates,
  e.specification_hash, e.evaluation_prompt_hash, e.code_hash, e.description_hash,
  e.actual_result, e.explanation, e.named_rules, e.latency_ms, e.attempts,
  e.provider, e.served_model, e.finish_reason,
  e.prompt_tokens, e.completion_tokens, e.cached_tokens, e.reasoning_tokens, e.cost`

// biome-ignore format: as in COLUMNS
type AnswerRow = [
  id: number, timestamp: string, testFile: string, name: string, host: string, parameters: string, prompt: string, repeat: number,
  casePath: string, application: string, query: string, label: Label, language: string, violates: string,
  specificationHash: string, evaluationPromptHash: string, codeHash: string, descriptionHash: string,
  result: Result, explanation: string, namedRules: string, latencyMs: number, attempts: number,
  provider: string | null, servedModel: string | null, finishReason: string | null,
  promptTokens: number | null, completionTokens: number | null, cachedTokens: number | null, reasoningTokens: number | null, cost: number | null,
  reply?: string, sent?: string | null,
]
const EXPLANATION = 19
const REPLY = 31

type AnswerReader = Pick<ResultReader, 'answers' | 'texts'>

export function createAnswerReader(database: DatabaseSync, { read }: Transactions): AnswerReader {
  const selectText = database.prepare('SELECT text FROM texts WHERE hash = ?')
  const textOf = (hash: string) => selectText.get(hash)?.text as string | undefined
  const casePaths = () =>
    database
      .prepare('SELECT DISTINCT case_path FROM evaluations WHERE is_current = 1')
      .all()
      .map(row => row.case_path as string)

  return {
    async *answers(selection, { isFull, sampleStep }) {
      const { where, values } = whereSelected(selection)
      const sample = sampleStep === undefined ? '' : ' AND e.case_path IN (SELECT value FROM json_each(?))'
      if (sampleStep !== undefined)
        values.push(JSON.stringify(read(casePaths).filter((_, nth) => nth % sampleStep === 0)))
      // By the index on current answers: nothing is sorted, and nothing is kept.
      const select = read(() =>
        database.prepare(
          `SELECT ${COLUMNS}${isFull ? ', e.reply, e.sent' : ''} FROM evaluations e WHERE ${where}${sample}
           ORDER BY e.case_path, e.model_name, e.host, e.parameters, e.prompt, e.repeat`,
        ),
      )
      select.setReturnArrays(true)
      const textOfRow = rememberLast(textOf)
      const rows = select.iterate(...values) as unknown as Iterable<AnswerRow>
      yield* inBatches(rows, row => toStoredAnswer(row, textOfRow), sizeOf)
    },
    texts: async hashes =>
      read(() => {
        const found = hashes.map(hash => [hash, textOf(hash)] as const)
        return new Map(found.filter((entry): entry is [string, string] => entry[1] !== undefined))
      }),
  }
}

/** Only what a model has written may be large. */
function sizeOf(row: AnswerRow): number {
  return row[EXPLANATION].length + (row[REPLY]?.length ?? 0)
}

/** Answers to one case come together and share its texts: a join would look them up for each, at three times the price. */
function rememberLast(textOf: (hash: string) => string | undefined): (hash: string) => string {
  const last = new Map<string, string>()
  return hash => {
    const known = last.get(hash)
    if (known !== undefined) return known
    if (last.size > 10) last.clear()
    const text = textOf(hash) ?? ''
    last.set(hash, text)
    return text
  }
}

/** Rows come as arrays: with names, hundreds of thousands of them would take half as long again. */
function toStoredAnswer(row: AnswerRow, textOf: (hash: string) => string): EvaluationDetail {
  // biome-ignore format: as in COLUMNS
  const [
    id, timestamp, testFile, name, host, parameters, prompt, repeat,
    casePath, application, query, label, language, violates,
    specificationHash, evaluationPromptHash, codeHash, descriptionHash,
    result, explanation, namedRules, latencyMs, attempts,
    provider, servedModel, finishReason,
    promptTokens, completionTokens, cachedTokens, reasoningTokens, cost,
    reply, sent,
  ] = row
  const answer: EvaluationDetail = {
    id,
    timestamp,
    testFile,
    casePath,
    application,
    query,
    label,
    language,
    violates: JSON.parse(violates),
    code: textOf(codeHash),
    description: textOf(descriptionHash),
    codeHash,
    specificationHash,
    evaluationPromptHash,
    model: { name, host, parameters },
    prompt,
    repeat,
    verdict: { result, explanation, rules: JSON.parse(namedRules) },
    latencyMs,
    attempts,
    provider,
    servedModel,
    finishReason,
    promptTokens,
    completionTokens,
    cachedTokens,
    reasoningTokens,
    cost,
  }
  return reply === undefined ? answer : { ...answer, reply, sent: sent ?? null }
}
