// What `audit/` measures and the command line shows. Plain data: it can be printed as JSON.

import type { Label, Level, Problem } from './domain.ts'
import type { Interval } from './summary.ts'

/** A number between 0 and 1; 0.5 is chance. */
export interface Figure {
  value: number
  /** 95 %, by drawing queries again; null where there are too few. */
  interval: Interval | null
  /** The 95th percentile of the same number under labels that were shuffled within their queries; null where not computed. */
  shuffled: number | null
  /** What the number stays within under 99 of 100 such shuffles; null where not computed. */
  shuffledRange: Interval | null
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
  /** Queries in which good and bad cases have reassuring comments at different rates. */
  offQuota: { query: string; good: number; bad: number }[]
}

/** The word, or pair of words, that stands most unevenly over good and bad cases. */
export interface TellingWord {
  where: 'code' | 'comments'
  word: string
  /** The share of the good and of the bad cases that have it. */
  inGood: number
  inBad: number
  /** From what shuffled labels give on the average, in standard deviations. */
  deviations: number
  /** What the most telling word of 99 of 100 shuffles stays within. */
  chance: number | null
}

/** A shortcut that was planted: a word that only cases of one label have. */
export interface Plant {
  label: Label
  where: 'code' | 'comments'
  /** The smallest share of the label's cases at which 80 of 100 tries were found; null where not even in all cases. */
  share: number | null
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

/** The shortcuts of one application, or of all; or of one level in all of them. */
export interface ScopeAudit {
  /** The application's name; null of all applications together. */
  application: string | null
  /** Null of all levels that the applications have; where they have migrations too, of statements and functions. */
  level: Level | null
  shape: Shape
  /** Why there are no scores; absent where there are. */
  notScored?: string
  classifiers: ClassifierScore[]
  lengths: LengthScore[]
  reassurance: Reassurance
  idioms: IdiomRate[]
  /** Only where limits come from the shuffles: of levels by themselves. */
  tellingWords: TellingWord[]
  /** What would have been found; empty where nobody tried. */
  plants: Plant[]
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
  /** Migrations are left out, where there is anything else: `levels` has them. */
  whole: ScopeAudit
  /** Each level by itself; empty where there is only one. */
  levels: ScopeAudit[]
  /** Empty where there is only one, which is then the whole. */
  applications: ScopeAudit[]
  /** Duplicates, words that give the label away, parameters that the Prompt does not list. */
  problems: Problem[]
  limits: LimitCheck[]
}
