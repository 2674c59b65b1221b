// The definitions. Each is a number, or null where the selection holds nothing to compute it from. "Bad" is the positive
// class; what was not answered is wrong, so that a good case without an answer stands where a false positive does.

import { fleissKappa } from './agreement.ts'
import type { Tally } from './tally.ts'

export type MeasureOf = (tally: Tally) => number | null

export const MEASURES = {
  accuracy: ({ caught, cleared, bad, good }) => ratio(caught + cleared, bad + good),

  /** Brodersen et al., "The balanced accuracy and its posterior distribution", ICPR 2010: the mean of both labels' accuracies. */
  balancedAccuracy: ({ caught, bad, cleared, good }) => meanOfBoth(ratio(caught, bad), ratio(cleared, good)),

  /** Also called recall, sensitivity or true positive rate. */
  catchRate: ({ caught, bad }) => ratio(caught, bad),

  /** Also called false positive rate. */
  falseAlarms: ({ alarms, good }) => ratio(alarms, good),

  /** Of bad cases alone it would be 1 whatever was said. */
  precision: ({ caught, good, cleared }) => (good === 0 ? null : ratio(caught, caught + good - cleared)),

  /** The harmonic mean of precision and catch rate. */
  f1: ({ caught, bad, good, cleared }) =>
    bad === 0 || good === 0 ? null : ratio(2 * caught, caught + bad + good - cleared),

  /**
   * B. W. Matthews, "Comparison of the predicted and observed secondary structure of T4 phage lysozyme", Biochimica et
   * Biophysica Acta 405, 1975. Where only one thing was ever said it is 0 / 0, and 0 by its limit: D. Chicco and
   * G. Jurman, "The advantages of the Matthews correlation coefficient (MCC) over F1 score and accuracy in binary
   * classification evaluation", BMC Genomics 21:6, 2020.
   */
  mcc: ({ caught, bad, good, cleared }) => {
    if (bad === 0 || good === 0) return null
    const missed = bad - caught
    const alarmed = good - cleared
    const square = (caught + alarmed) * bad * good * (cleared + missed)
    return square <= 0 ? 0 : (caught * cleared - alarmed * missed) / Math.sqrt(square)
  },

  querySolved: ({ solved, whole }) => ratio(solved, whole),

  pairCorrect: ({ pairsRight, pairs }) => ratio(pairsRight, pairs),

  rightReason: ({ rightReason, explained }) => ratio(rightReason, explained),

  agreement: ({ agreed, repeated }) => ratio(agreed, repeated),

  kappa: ({ agreed, repeated, saidGood, saidBad }) => {
    if (repeated === 0) return null
    const good = saidGood / repeated
    const bad = saidBad / repeated
    return fleissKappa(agreed / repeated, [good, bad, 1 - good - bad])
  },
} satisfies Record<string, MeasureOf>

export type MeasureName = keyof typeof MEASURES

/** Balanced accuracy, had everything that was not answered been answered rightly. */
export function balancedAccuracyAtBest({ caught, badUnanswered, bad, cleared, goodUnanswered, good }: Tally) {
  return meanOfBoth(ratio(caught + badUnanswered, bad), ratio(cleared + goodUnanswered, good))
}

export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

function meanOfBoth(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : (a + b) / 2
}
