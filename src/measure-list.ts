// Every measure with its words: how it is called, what it means and where it is shown. `metrics/measures.ts` computes them.

/** The tables that show measures, each in the order of the list. */
export type MeasureTable =
  /** The scores that `evaluate` prints. */
  | 'terminal'
  /** Two models side by side, as `compare` prints them. */
  | 'comparison'
  /** The scores of `--format markdown`. */
  | 'markdown'
  /** The first table of the page. */
  | 'leaderboard'
  /** The page's table of all measures. */
  | 'measures'
  /** The last columns of that table, for runs with repeats. */
  | 'repeats'

interface Words {
  /** As in README, "How to read the numbers". The page writes it with a capital letter. */
  title: string
  /** What the page says about it. */
  explanation: string
  /** Its name for `--fail-under`. Only for measures of which more is better. */
  flagName?: string
}

/** A share is shown as a percentage, a coefficient (-1 to 1) as it is; some tables hold only shares. */
type Shown =
  | { format: 'percent'; shownIn: MeasureTable[] }
  | { format: 'coefficient'; shownIn: Exclude<MeasureTable, 'terminal' | 'comparison' | 'leaderboard'>[] }

type MeasureWords = Words &
  Shown & {
    /** What always saying "bad" has, where that is the same on all cases. Where it is not, the `Floor` of a score has it. */
    alwaysBad?: number
    /** Left out where no score has it. */
    isOptional?: boolean
  }

const MEASURES = {
  balancedAccuracy: {
    title: 'balanced accuracy',
    explanation:
      'The mean of two shares, bad cases called bad and good cases called good: guessing, or always saying the same, has 50% whatever the mix.',
    flagName: 'balanced',
    format: 'percent',
    // The other tables show it first, in a way of their own.
    shownIn: ['comparison'],
  },
  accuracy: {
    title: 'accuracy',
    explanation: 'The share of cases judged right.',
    flagName: 'accuracy',
    format: 'percent',
    shownIn: ['terminal', 'comparison', 'markdown', 'measures'],
  },
  catchRate: {
    title: 'catch rate',
    explanation: 'The share of bad cases called bad; more is better.',
    flagName: 'catch',
    format: 'percent',
    shownIn: ['terminal', 'comparison', 'markdown', 'leaderboard'],
  },
  falseAlarms: {
    title: 'false alarms',
    explanation: 'The share of good cases called bad; less is better.',
    format: 'percent',
    shownIn: ['terminal', 'comparison', 'markdown', 'leaderboard'],
  },
  decoyAlarms: {
    title: 'false alarms on decoys',
    explanation: 'The share of good cases that are meant to look wrong, and were called bad; less is better.',
    format: 'percent',
    shownIn: ['comparison', 'markdown', 'measures'],
    alwaysBad: 1,
    isOptional: true,
  },
  plainAlarms: {
    title: 'false alarms beside decoys',
    explanation: 'The share of the other good cases of the same queries that were called bad.',
    format: 'percent',
    shownIn: ['comparison', 'markdown', 'measures'],
    alwaysBad: 1,
    isOptional: true,
  },
  precision: {
    title: 'precision',
    explanation: 'Of “bad” verdicts, the share that is right.',
    flagName: 'precision',
    format: 'percent',
    shownIn: ['measures'],
  },
  f1: {
    title: 'F1',
    explanation: 'The harmonic mean of precision and catch rate.',
    flagName: 'f1',
    format: 'percent',
    shownIn: ['measures'],
  },
  mcc: {
    title: 'MCC',
    explanation: 'The correlation of verdict and label, where 0 is chance.',
    flagName: 'mcc',
    format: 'coefficient',
    shownIn: ['markdown', 'measures'],
  },
  querySolved: {
    title: 'query solved',
    explanation: 'All cases of a query (six, or eight) judged right, averaged over repeats.',
    flagName: 'solved',
    format: 'percent',
    shownIn: ['comparison', 'markdown', 'measures'],
    alwaysBad: 0,
  },
  pairCorrect: {
    title: 'pairs right',
    explanation:
      'A good and a bad case of the same query both judged right; a coin has 25%, always saying the same 0%.',
    flagName: 'pairs',
    format: 'percent',
    shownIn: ['comparison', 'markdown', 'measures'],
    alwaysBad: 0,
  },
  rightReason: {
    title: 'right reason',
    explanation: 'Of all bad cases: called bad, and the first rule named is one that is really broken.',
    flagName: 'reason',
    format: 'percent',
    shownIn: ['comparison', 'markdown', 'leaderboard'],
  },
  agreement: {
    title: 'agreement',
    explanation: 'How often two repeats of one case say the same.',
    format: 'percent',
    shownIn: ['repeats'],
  },
  kappa: {
    title: 'kappa',
    explanation: 'Fleiss’ kappa: the agreement beyond chance.',
    format: 'coefficient',
    shownIn: ['repeats'],
  },
} satisfies Record<string, MeasureWords>

/** The name of a measure in a score, and so in the JSON export. */
export type MeasureKey = keyof typeof MEASURES

export type ListedMeasure = MeasureWords & { key: MeasureKey }

export const MEASURE_LIST = Object.entries<MeasureWords>(MEASURES).map(
  ([key, words]): ListedMeasure => ({ key: key as MeasureKey, ...words }),
)

export function measuresIn(table: MeasureTable): ListedMeasure[] {
  return MEASURE_LIST.filter(({ shownIn }) => (shownIn as MeasureTable[]).includes(table))
}

/** Without the optional measures that none of these scores has. */
export function withoutUnknown<T extends Pick<ListedMeasure, 'key' | 'isOptional'>>(
  measures: T[],
  scores: Record<MeasureKey, unknown>[],
): T[] {
  return measures.filter(({ key, isOptional }) => !isOptional || scores.some(score => score[key] !== null))
}

/** Numbers of a contestant that are no measures: they are counted, or ranges of a measure, and have no interval. */
export const FIGURES = {
  answeredShare: {
    title: 'answered',
    explanation:
      'The share of evaluations that gave a verdict; one that was refused, truncated, unreadable or empty counts as wrong.',
    flagName: 'answered',
  },
  bounds: {
    title: 'unanswered as wrong – right',
    explanation: 'The balanced accuracy with what was not answered counted as wrong, and counted as right.',
  },
  leaveOneOut: {
    title: 'without one application',
    explanation: 'The lowest and the highest balanced accuracy when each application is left out in turn.',
  },
  rulesNamed: {
    title: 'rules named',
    explanation: 'How many rules are named on the average where a bad case is called bad.',
  },
} satisfies Record<string, Words>
