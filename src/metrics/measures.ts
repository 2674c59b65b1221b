// The definitions. Each is a number between 0 and 1, or null where the selection holds nothing to compute it from.

import type { Tally } from './tally.ts'

export type MeasureName = 'accuracy' | 'balancedAccuracy' | 'catchRate' | 'falseAlarms'

export const MEASURES: Record<MeasureName, (tally: Tally) => number | null> = {
  accuracy: ({ caught, cleared, bad, good }) => ratio(caught + cleared, bad + good),

  /** Brodersen et al., "The balanced accuracy and its posterior distribution", ICPR 2010: the mean of both labels' accuracies. */
  balancedAccuracy: ({ caught, bad, cleared, good }) => {
    const ofBad = ratio(caught, bad)
    const ofGood = ratio(cleared, good)
    return ofBad === null || ofGood === null ? null : (ofBad + ofGood) / 2
  },

  /** Also called recall, sensitivity or true positive rate. */
  catchRate: ({ caught, bad }) => ratio(caught, bad),

  /** Also called false positive rate. */
  falseAlarms: ({ alarms, good }) => ratio(alarms, good),
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
