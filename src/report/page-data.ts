// The data that the page carries for its script: an index of all cases, and their details in chunks that are decompressed on
// demand. All of its text may be hostile: hidden characters were made visible, and the script makes only text nodes of it.

import type { Label, Level, Result } from '../domain.ts'
import type { PresentedWitness } from '../lib/witness/present-witness.ts'

export interface PageIndex {
  /** In the order of the leaderboard. */
  contestants: PageContestant[]
  /** For each contestant number of the details: the index in `contestants`; null when the contestant is not there. */
  places: (number | null)[]
  cases: PageCase[]
}

export interface PageContestant {
  /** A unique name: see `nameContestants`. */
  name: string
  isBaseline: boolean
}

export interface PageCase {
  /** The part of its address after `#case=`. */
  id: string
  path: string
  application: string
  query: string
  label: Label
  language: string
  /** Null when the corpus is gone or the case was edited since. */
  level: Level | null
  /** The category of the main rule that is broken; null for good cases, and when the category is not known. */
  category: string | null
  rules: string[]
  description: string
  /** Only of a good case that is meant to look wrong: what it seems to break and what refutes it. */
  decoy?: string
  /** Only when the case was edited between evaluations: `version 1 of 2`. */
  version?: string
  /** A letter for each repeat, with commas between contestants: `b,g,,bbg`. See RESULT_LETTERS. */
  verdicts: string
  /** The chunk that has the detail of the case, and the index of the detail in the chunk. */
  chunk: number
  at: number
}

export interface CaseDetail {
  code: string
  proof: { unproved?: string; witnesses: PresentedWitness[] } | null
  answers: AnswerColumns
  /** Only in a full report: a key of `PageTexts`, for what the model was sent before the code. */
  specification?: string
}

/**
 * Answers as columns, because the values of one column are alike and compress well. A column without any value is left
 * out.
 */
export type AnswerColumns = { [Field in keyof AnswerDetail]?: AnswerDetail[Field][] }

export interface AnswerDetail {
  /** A contestant number: see `places`. */
  contestant: number
  repeat: number
  result: Result
  rules: string[]
  explanation: string
  /** How many characters of the explanation were left out. */
  omitted: number | null
  provider: string | null
  servedModel: string | null
  finishReason: string | null
  promptTokens: number | null
  completionTokens: number | null
  cachedTokens: number | null
  reasoningTokens: number | null
  /** USD. */
  cost: number | null
  latencyMs: number
  attempts: number
  /** Only in a full report: a key of `PageTexts`. */
  evaluationPrompt: string | null
  /** Only in a full report: what was sent beside the prompt, and the reply as it came. */
  sent: string | null
  reply: string | null
}

/** Texts that many answers share, by their hash. Only a full report has them. */
export type PageTexts = Record<string, string>

export const RESULT_LETTERS: Record<Result, string> = {
  good: 'g',
  bad: 'b',
  refused: 'r',
  truncated: 't',
  unreadable: 'u',
  empty: 'e',
}
