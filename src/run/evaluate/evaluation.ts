// What an evaluation is given, what it tells while it runs, and what comes of it.

import type { Question, Verdict } from '../../domain.ts'
import type { Leaderboard } from '../../summary.ts'
import type { PaceMemory } from '../models/pace-memory.ts'
import type { PlanOptions } from './plan-run.ts'

export interface EvaluateOptions extends PlanOptions {
  /** Ask one question of an application before the others, for the provider's cache. */
  isWarming: boolean
  /** Where to keep what was found out about servers. */
  paceMemory: PaceMemory | undefined
  /** USD; no question is asked that would probably go past it. */
  maxCost: number | undefined
  /** Finish what is in flight and begin nothing new. */
  stop: AbortSignal
  /** Give up what is in flight as well. */
  abort: AbortSignal
  /** The summary is to have all that can be computed, not only what a terminal shows. */
  isWhole?: boolean
  now: () => Date
  onEvent: (event: EvaluateEvent) => void
}

export interface Failure {
  question: Question
  reason: string
}

export type EvaluateEvent =
  | { type: 'planned'; toAsk: number; answeredBefore: number }
  | { type: 'answered'; question: Question; verdict: Verdict; reply: string; spent: number }
  | { type: 'failed'; failure: Failure; stopsModel: boolean }
  | { type: 'model stopped'; model: string; reason: string }
  /** Another run on the same database is asking these. */
  | { type: 'waiting'; questions: number }
  | { type: 'answered elsewhere' }

/** What came of asking. */
export interface Asked {
  /** How many questions this run asked a model and got an answer to. */
  answered: number
  failed: number
  /** The first of them; the database has all. */
  failures: Failure[]
  /** Answered by another run on the same database meanwhile. */
  elsewhere: number
  /** USD. */
  spent: number
}

export interface EvaluateOutcome extends Asked {
  /** Of every answer to what was asked for, from this run and from others. */
  summary: Leaderboard
  /** How many evaluations were asked for in all. */
  wanted: number
  /** Not asked: the run was interrupted, their model was stopped, or the money was spent. */
  notAsked: number
}
