// The current answers with everything that is kept of them, one at a time: all explanations together may be large.

import type { DatabaseSync } from 'node:sqlite'
import type { Evaluation } from '../domain.ts'
import type { Selection } from '../summary.ts'
import { whereSelected } from './read-judged.ts'
import { EVALUATION_COLUMNS, toEvaluation } from './rows.ts'

/** An evaluation with where it came from; in full, with what was sent and what came back. */
export interface StoredAnswer extends Evaluation {
  servedModel: string | null
  finishReason: string | null
  cachedTokens: number | null
  reasoningTokens: number | null
  attempts: number
  evaluationPromptHash: string
  reply?: string
  sent?: string | null
}

export interface AnswerReader {
  /** In the order of cases; as a sample, all to one case in SAMPLE_STEP. */
  answers(selection: Selection, options: { isFull: boolean; isSample?: boolean }): Iterable<StoredAnswer>
  /** A specification or an evaluation prompt by its hash. */
  textOf(hash: string): string | undefined
}

const PROVENANCE =
  'e.served_model, e.finish_reason, e.cached_tokens, e.reasoning_tokens, e.attempts, e.evaluation_prompt_hash, e.description_hash'

export const SAMPLE_STEP = 32

export function createAnswerReader(database: DatabaseSync): AnswerReader {
  const selectText = database.prepare('SELECT text FROM texts WHERE hash = ?')
  const casePaths = () =>
    database
      .prepare('SELECT DISTINCT case_path FROM current_evaluations')
      .all()
      .map(row => row.case_path as string)
  const textOf = (hash: string) => selectText.get(hash)?.text as string | undefined
  return {
    *answers(selection, { isFull, isSample = false }) {
      const { where, values } = whereSelected(selection)
      const sample = isSample ? ' AND e.case_path IN (SELECT value FROM json_each(?))' : ''
      if (isSample) values.push(JSON.stringify(casePaths().filter((_, nth) => nth % SAMPLE_STEP === 0)))
      // By the index on current answers: nothing is sorted, and nothing is kept.
      const select = database.prepare(
        `SELECT ${EVALUATION_COLUMNS}, ${PROVENANCE}${isFull ? ', e.reply, e.sent' : ''} FROM evaluations e WHERE ${where}${sample}
         ORDER BY e.case_path, e.model_name, e.host, e.parameters, e.prompt, e.repeat`,
      )
      const texts = rememberLast(textOf)
      for (const row of select.iterate(...values)) {
        const answer = toStoredAnswer(row, isFull)
        answer.code = texts(answer.codeHash)
        answer.description = texts(row.description_hash as string)
        yield answer
      }
    },
    textOf,
  }
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

/** Still without the texts of its case. */
function toStoredAnswer(row: Record<string, unknown>, isFull: boolean): StoredAnswer {
  // Added to the evaluation itself: there may be hundreds of thousands.
  return Object.assign(toEvaluation(row), {
    servedModel: row.served_model as string | null,
    finishReason: row.finish_reason as string | null,
    cachedTokens: row.cached_tokens as number | null,
    reasoningTokens: row.reasoning_tokens as number | null,
    attempts: row.attempts as number,
    evaluationPromptHash: row.evaluation_prompt_hash as string,
    ...(isFull ? { reply: row.reply as string, sent: row.sent as string | null } : {}),
  })
}
