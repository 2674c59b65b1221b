// What `metrics/` computes and `report/` and the command line show. Plain data: it can be printed as JSON.

import type { Evaluation, ModelIdentity, Result, Verdict } from './domain.ts'

export interface Interval {
  low: number
  high: number
}

/** A number between 0 and 1 with its 95 % interval, which is null where there are too few queries to resample. */
export interface Measure {
  value: number
  interval: Interval | null
}

/** How a contestant did on a selection of cases. A measure without a base (no good cases, say) is null. */
export interface Score {
  queries: number
  cases: number
  goodCases: number
  badCases: number
  /** Cases times repeats. */
  evaluations: number
  /** Evaluations that gave a verdict, good or bad. The others count as wrong. */
  answered: number
  answeredShare: number | null
  /** How many evaluations ended in each way. */
  results: Record<Result, number>
  accuracy: Measure | null
  balancedAccuracy: Measure | null
  /** Bad cases called bad. */
  catchRate: Measure | null
  /** Good cases called bad. A good case without an answer is wrong, but not a false alarm. */
  falseAlarms: Measure | null
}

export interface ApplicationScore extends Score {
  application: string
}

/** One row of the leaderboard: a model on a host with its parameters, asked with one evaluation prompt. */
export interface ContestantSummary {
  model: ModelIdentity
  prompt: string
  /** Built in, and no model: the floor that a model has to beat. */
  isBaseline: boolean
  score: Score
  applications: ApplicationScore[]
}

export interface Summary {
  queries: number
  cases: number
  goodCases: number
  badCases: number
  evaluations: number
  applications: string[]
  /** By balanced accuracy, the best first. */
  contestants: ContestantSummary[]
}

/** As much of an evaluation as a score needs. */
export type Judged = Pick<
  Evaluation,
  'application' | 'query' | 'casePath' | 'label' | 'language' | 'code' | 'specificationHash' | 'model' | 'prompt'
> & { verdict: Pick<Verdict, 'result'> }

/** Tells contestants apart. */
export function contestantKey({ model, prompt }: { model: ModelIdentity; prompt: string }): string {
  return JSON.stringify([model.name, model.host, model.parameters, prompt])
}

/** Tells cases apart: once its code, its label or the specification is edited, a case is another one. */
export function caseKey(judged: Judged): string {
  const { casePath, label, language, code, specificationHash } = judged
  const key = caseKeys.get(judged) ?? JSON.stringify([casePath, label, language, code, specificationHash])
  caseKeys.set(judged, key)
  return key
}

// It holds the code, and is asked for again and again.
const caseKeys = new WeakMap<Judged, string>()
