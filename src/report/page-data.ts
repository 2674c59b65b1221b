// What the page's script finds in the page: an index of all cases, and their details in chunks that are opened on demand.
// All text in it is hostile; hidden characters were made visible, and the script only ever makes text nodes of it.

import type { Label, Result } from '../domain.ts'
import type { PresentedWitness } from '../lib/witness/present-witness.ts'

export interface PageIndex {
  /** In the order of the leaderboard. */
  contestants: PageContestant[]
  /** By the numbers that contestants have in the details, their places in `contestants`; null where the page has none. */
  places: (number | null)[]
  cases: PageCase[]
}

export interface PageContestant {
  /** The model's name, with what tells it from its namesakes. */
  name: string
  isBaseline: boolean
}

export interface PageCase {
  /** What stands behind `#case=` in its address. */
  id: string
  path: string
  application: string
  query: string
  label: Label
  language: string
  /** Of the main rule that is broken; null for good cases and where nobody says. */
  category: string | null
  rules: string[]
  description: string
  /** Only where the case was edited between evaluations. */
  version?: string
  /** A letter for each repeat of each contestant, contestants parted by commas: `b,g,,bbg`. See RESULT_LETTERS. */
  verdicts: string
  /** Which chunk holds its detail, and where in it. */
  chunk: number
  at: number
}

export interface CaseDetail {
  code: string
  proof: { unproved?: string; witnesses: PresentedWitness[] } | null
  answers: AnswerColumns
  /** Of `texts`, in a full report: what the model was sent before the code. */
  specification?: string
}

/**
 * Answers as columns, since what stands together is alike and compresses well. A column that nobody has a value in is left
 * out.
 */
export type AnswerColumns = { [Field in keyof AnswerDetail]?: AnswerDetail[Field][] }

export interface AnswerDetail {
  /** A number: see `places`. */
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
  /** In a full report: the evaluation prompt (of `texts`), what was sent beside it, and the reply as it came. */
  evaluationPrompt: string | null
  sent: string | null
  reply: string | null
}

/** Texts that many answers share, by their hash; only in a full report. */
export type PageTexts = Record<string, string>

export const RESULT_LETTERS: Record<Result, string> = {
  good: 'g',
  bad: 'b',
  refused: 'r',
  truncated: 't',
  unreadable: 'u',
  empty: 'e',
}
