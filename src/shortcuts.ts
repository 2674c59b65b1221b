// What `audit/` measures and the command line shows. Plain data: it can be printed as JSON.

import type { Problem } from './domain.ts'
import type { Interval } from './summary.ts'

/** A number between 0 and 1; 0.5 is chance. */
export interface Figure {
  value: number
  /** 95 %, by drawing queries again; null where there are too few. */
  interval: Interval | null
  /** The 95th percentile of the same number under labels that were shuffled within their queries; null where not computed. */
  shuffled: number | null
}

/** Something that a classifier looks at. */
export interface Feature {
  name: string
  /** Above 0 speaks for bad. */
  weight: number
  /** The share of the good and of the bad cases that have it; of a count, its mean. */
  inGood: number
  inBad: number
}

/** How well something told the cases of a query (or an application) that it never saw. */
export interface HeldOutScore {
  /** Over pairs of a bad and a good case of all queries, and of the same query; null of a rule that gives no scores. */
  auc: Figure | null
  withinAuc: Figure | null
  balancedAccuracy: Figure | null
}

export interface ClassifierScore {
  name: string
  kind: 'comments' | 'code'
  leavingQueryOut: HeldOutScore
  /** Null below three applications. */
  leavingApplicationOut: HeldOutScore | null
  /** The heaviest features of a fit of all cases. */
  towardsBad: Feature[]
  towardsGood: Feature[]
}

/** A length, with and without comments. */
export interface LengthScore {
  name: string
  /** Balanced accuracy of a threshold learned from the other queries, or applications. */
  leavingQueryOut: Figure | null
  leavingApplicationOut: Figure | null
  /** The share of pairs of siblings in which the bad case is the shorter, ties counted half. */
  badIsShorter: Figure | null
}

export interface Reassurance {
  /** Of the rule "a comment reassures, so it is good". */
  balancedAccuracy: Figure | null
  /** The shares of cases with a reassuring comment. */
  inGood: number
  inBad: number
  /** Queries outside the quota of 0 + 0, 1 + 2 or 2 + 4. */
  offQuota: { query: string; good: number; bad: number }[]
}

/** How often good and bad cases use an idiom. */
export interface IdiomRate {
  name: string
  inGood: number
  inBad: number
  /** The rates differ by more than in 95 % of the shuffles. */
  isUneven: boolean
}

export interface Shape {
  queries: number
  good: number
  bad: number
  languages: Record<string, number>
  /** How many bad cases each rule leads; of one application, with 0 for those that lead none. */
  rules: Record<string, number>
  /** How many bad cases the rules of each category lead. Null where no proof.yaml names categories. */
  categories: Record<string, number> | null
}

/** The shortcuts of one application, or of all. */
export interface ScopeAudit {
  /** The application's name; null of all applications together. */
  application: string | null
  shape: Shape
  /** Why there are no scores; absent where there are. */
  notScored?: string
  classifiers: ClassifierScore[]
  lengths: LengthScore[]
  reassurance: Reassurance
  idioms: IdiomRate[]
}

/** One limit for the whole folder. */
export interface LimitCheck {
  name: string
  value: number | null
  least: number
  most: number
  /**
   * `informs`: outside the limit, where the limit does not bind. That is in a folder of fewer than three applications, where
   * chance has too large a part, and where only some applications of a folder were chosen.
   */
  status: 'kept' | 'broken' | 'informs'
}

export interface Audit {
  whole: ScopeAudit
  /** Empty where there is only one, which is then the whole. */
  applications: ScopeAudit[]
  /** Duplicates, words that give the label away, parameters that the Prompt does not list. */
  problems: Problem[]
  limits: LimitCheck[]
}
