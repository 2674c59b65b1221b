// The definitions. Each is a number, or NaN (0 / 0) where the selection holds nothing to compute it from. "Bad" is the
// positive class; what was not answered is wrong, so that a good case without an answer stands where a false positive does.

import type { MeasureKey } from '../measure-list.ts'
import { fleissKappa } from './agreement.ts'
import type { Definition } from './definition.ts'
import type { Column } from './tally.ts'

export const MEASURES = {
  accuracy: {
    from: ['caught', 'bad', 'cleared', 'good'],
    of: (caught, bad, cleared, good) => (caught + cleared) / (bad + good),
  },

  /** Brodersen et al., "The balanced accuracy and its posterior distribution", ICPR 2010: the mean of both labels' accuracies. */
  balancedAccuracy: { from: ['caught', 'bad', 'cleared', 'good'], of: balanced },

  /** Also called recall, sensitivity or true positive rate. */
  catchRate: { from: ['caught', 'bad'], of: (caught, bad) => caught / bad },

  /** Also called false positive rate. A good case without an answer is wrong, but not a false alarm. */
  falseAlarms: { from: ['alarms', 'good'], of: (alarms, good) => alarms / good },

  decoyAlarms: { from: ['decoyAlarms', 'decoys'], of: (alarms, decoys) => alarms / decoys },

  /** Of the good cases beside decoys, so that both figures are about the same queries. */
  plainAlarms: { from: ['plainAlarms', 'plain'], of: (alarms, plain) => alarms / plain },

  /** A good case that was not called good counts as called bad. Of bad cases alone it would be 1 whatever was said. */
  precision: {
    from: ['caught', 'cleared', 'good'],
    of: (caught, cleared, good) => (good === 0 ? Number.NaN : caught / (caught + good - cleared)),
  },

  /** The harmonic mean of precision and catch rate. */
  f1: {
    from: ['caught', 'bad', 'cleared', 'good'],
    of: (caught, bad, cleared, good) =>
      bad === 0 || good === 0 ? Number.NaN : (2 * caught) / (caught + bad + good - cleared),
  },

  /** From -1 to 1; 0 is chance. */
  mcc: { from: ['caught', 'bad', 'cleared', 'good'], of: matthews },

  /** Of the queries with all their cases in one repeat. */
  querySolved: { from: ['solved', 'whole'], of: (solved, whole) => solved / whole },

  /** Of the pairs of a good and a bad case of one query. */
  pairCorrect: { from: ['pairsRight', 'pairs'], of: (right, pairs) => right / pairs },

  /** Of the bad cases of which it is known what they break. */
  rightReason: { from: ['rightReason', 'explained'], of: (right, explained) => right / explained },

  /** Without repeats it has no base. */
  agreement: { from: ['agreed', 'repeated'], of: (agreed, repeated) => agreed / repeated },

  kappa: {
    from: ['agreed', 'repeated', 'saidGood', 'saidBad'],
    of: (agreed, repeated, saidGood, saidBad) => {
      const good = saidGood / repeated
      const bad = saidBad / repeated
      return fleissKappa(agreed / repeated, [good, bad, 1 - good - bad])
    },
  },
} satisfies Record<MeasureKey, Definition<Column>>

export function balanced(caught: number, bad: number, cleared: number, good: number): number {
  return (caught / bad + cleared / good) / 2
}

/**
 * B. W. Matthews, "Comparison of the predicted and observed secondary structure of T4 phage lysozyme", Biochimica et
 * Biophysica Acta 405, 1975. Where only one thing was ever said it is 0 / 0, and 0 by its limit: D. Chicco and G. Jurman,
 * "The advantages of the Matthews correlation coefficient (MCC) over F1 score and accuracy in binary classification
 * evaluation", BMC Genomics 21:6, 2020.
 */
function matthews(caught: number, bad: number, cleared: number, good: number): number {
  if (bad === 0 || good === 0) return Number.NaN
  const missed = bad - caught
  const alarmed = good - cleared
  const square = (caught + alarmed) * bad * good * (cleared + missed)
  return square <= 0 ? 0 : (caught * cleared - alarmed * missed) / Math.sqrt(square)
}

/** Null for what has no base. */
export function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value
}
