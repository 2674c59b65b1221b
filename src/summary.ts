// What `metrics/` computes and `report/` and the command line show. Plain data: it can be printed as JSON.

import type { Evaluation, Label, Level, ModelIdentity, Result, Verdict } from './domain.ts'
import type { MeasureKey } from './measure-list.ts'

export interface Interval {
  low: number
  high: number
}

/** A number with its 95 % interval, which is null where there are too few queries to resample. */
export interface Measure {
  value: number
  interval: Interval | null
}

/** How a contestant did on a selection of cases. A measure without a base (no good cases, say) is null. */
export interface Score extends Record<MeasureKey, Measure | null> {
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
  /** Balanced accuracy with what was not answered counted as wrong (as it is everywhere else), and counted as right. */
  bounds: Interval | null
  /** How many rules are named on the average where a bad case is called bad. */
  rulesNamed: number | null
  floor: Floor
}

/** What needs no understanding on the same cases: always saying bad, and naming a rule blindly. */
export interface Floor {
  accuracy: number | null
  precision: number | null
  f1: number | null
  mcc: number | null
  /** Right reason of always saying bad with a rule drawn from the specification. */
  randomRule: number | null
  /** Right reason of always saying bad with the rule that the application's cases break most often. */
  commonestRule: number | null
}

export interface ApplicationScore extends Score {
  application: string
}

export interface LanguageScore extends Score {
  language: string
}

export interface LevelScore extends Score {
  level: Level
}

/** How a contestant did on the bad cases that a rule or a category leads: whose main rule it is. */
export interface FlawScore {
  badCases: number
  catchRate: Measure | null
  /** Pairs of such a case and a good case of the same query that are both right. */
  pairCorrect: Measure | null
}

export interface CategoryScore extends FlawScore {
  category: string
}

export interface RuleScore extends FlawScore {
  application: string
  rule: string
}

/** What was asked, against what the ranked contestants of the same prompt were asked. */
export interface Coverage {
  /** Of the ranked contestants' cases, how many this one was asked too. */
  shared: number
  of: number
  /** Cases beyond these. */
  beyond: number
}

export interface Usage {
  /** USD of all evaluations whose cost is known; null where none is. */
  cost: number | null
  costKnown: number
  promptTokens: number | null
  completionTokens: number | null
  latencyMedianMs: number | null
  /** Nineteen of twenty answers took no longer. */
  latency95Ms: number | null
}

/** One row of the leaderboard: a model on a host with its parameters, asked with one evaluation prompt. */
export interface ContestantSummary {
  model: ModelIdentity
  prompt: string
  /** Built in, and no model: the floor that a model has to beat. */
  isBaseline: boolean
  /**
   * 1 + the number of models that are significantly better, among the models that were asked the same cases with the same
   * prompt. Null for baselines, and for those that stand below because they were asked others.
   */
  rank: number | null
  coverage: Coverage
  score: Score
  /** The lowest and the highest balanced accuracy with one application left out; null with fewer than two. */
  leaveOneOut: Interval | null
  applications: ApplicationScore[]
  languages: LanguageScore[]
  /** Of the cases whose level is known. */
  levels: LevelScore[]
  categories: CategoryScore[]
  rules: RuleScore[]
  usage: Usage
}

/** Two models on all cases that both were asked with the same prompt, unanswered counted as wrong. */
export interface Comparison {
  prompt: string
  /** Places in `contestants`; `a` stands before `b`. */
  a: number
  b: number
  cases: number
  queries: number
  /** Balanced accuracy of `a` less that of `b`. */
  difference: Measure
  /** Of the permutation test that swaps whole queries, two-sided. */
  p: number
  /** Whether every swap was counted, or some were drawn. */
  isExact: boolean
  /** Corrected after Holm, in the family of all comparisons with this prompt. */
  adjustedP: number
  isSignificant: boolean
  /** McNemar's table: counts of cases, fractions where repeats disagree. */
  table: { bothRight: number; onlyA: number; onlyB: number; bothWrong: number }
}

/** How everyone did on one query. */
export interface QuerySummary {
  application: string
  query: string
  goodCases: number
  badCases: number
  /** Balanced accuracy on the query, in the order of `contestants`; null for who was not asked both labels. */
  scores: (number | null)[]
  /** The mean of the models' scores, baselines left out. */
  mean: number | null
  /** Their standard deviation: large where a query splits the models. */
  spread: number | null
}

/** How everyone did on one case. */
export interface CaseSummary {
  key: string
  casePath: string
  application: string
  query: string
  label: Label
  language: string
  level: Level | null
  /** What a good case seems to break and what refutes it; null where the case is not meant to look wrong. */
  decoy: string | null
  /** Rules that the proof shows broken; without a proof, those that the case names. The main one first. */
  broken: string[]
  /** Of the main rule. */
  category: string | null
  /** The share of right repeats, in the order of `contestants`; null for who was not asked. */
  right: (number | null)[]
}

interface RuleFacts {
  application: string
  rule: string
  category: string | null
}

/** As much of a summary as a terminal shows. */
export interface Leaderboard extends Pick<Summary, 'evaluations'> {
  contestants: Pick<ContestantSummary, 'model' | 'prompt' | 'isBaseline' | 'score'>[]
}

export interface Summary {
  queries: number
  cases: number
  goodCases: number
  badCases: number
  evaluations: number
  applications: string[]
  languages: string[]
  /** Those of which the level is known, the smallest first. */
  levels: Level[]
  prompts: string[]
  /** Of the main rules of bad cases. */
  categories: string[]
  rules: RuleFacts[]
  /** Those asked the ranked cases first, then the others; in both the best balanced accuracy first. */
  contestants: ContestantSummary[]
  caseScores: CaseSummary[]
  comparisons: Comparison[]
  queryScores: QuerySummary[]
}

/** Which of the evaluations are meant: those that are in every list that is not empty. */
export interface Selection {
  /** As they are stored. Baselines are always meant too. */
  models: string[]
  applications: string[]
  prompts: string[]
  /** ISO 8601, UTC: answered then or later. */
  since: string | undefined
}

/** As much of an evaluation as a score needs. */
export type Judged = Pick<
  Evaluation,
  | 'application'
  | 'query'
  | 'casePath'
  | 'label'
  | 'language'
  | 'codeHash'
  | 'violates'
  | 'specificationHash'
  | 'model'
  | 'prompt'
  | 'repeat'
  | 'latencyMs'
  | 'cost'
  | 'promptTokens'
  | 'completionTokens'
> & { verdict: Pick<Verdict, 'result' | 'rules'> }

/** What is known of cases and rules beside the answers; empty where the corpus is gone. */
export interface Knowledge {
  /** The category of a rule. */
  categoryOf(application: string, rule: string): string | null
  /** How many rules a specification has, by its hash. */
  ruleCount(specificationHash: string): number | null
  /** The rules that the proof shows broken; null where there is no proof of this very case. */
  proved(judged: Pick<Judged, 'casePath' | 'codeHash' | 'specificationHash'>): string[] | null
  /** What a case seems to break and what refutes it; null of other cases. */
  decoyOf(judged: Pick<Judged, 'casePath' | 'codeHash'>): string | null
  levelOf(judged: Pick<Judged, 'casePath' | 'codeHash'>): Level | null
  /** How many cases the query has when it is whole. */
  querySize(application: string, query: string): number | null
}

export const NO_KNOWLEDGE: Knowledge = {
  categoryOf: () => null,
  ruleCount: () => null,
  proved: () => null,
  decoyOf: () => null,
  levelOf: () => null,
  querySize: () => null,
}

/** Tells contestants apart. */
export function contestantKey({ model, prompt }: { model: ModelIdentity; prompt: string }): string {
  return JSON.stringify([model.name, model.host, model.parameters, prompt])
}

/** Tells cases apart: once its code, its label or the specification is edited, a case is another one. */
export function caseKey(
  judged: Pick<Judged, 'casePath' | 'label' | 'language' | 'codeHash' | 'specificationHash'>,
): string {
  const { casePath, label, language, codeHash, specificationHash } = judged
  return JSON.stringify([casePath, label, language, codeHash, specificationHash])
}
