import { percentileInterval } from '../../lib/statistics/percentile-interval.ts'
import { select } from '../../lib/statistics/select.ts'
import type { Figure } from '../../shortcuts.ts'
import type { Interval } from '../../summary.ts'
import type { Labels } from '../scope.ts'

/**
 * A number with its bootstrap interval, and with the same number under shuffled labels. `measure(times)` computes the
 * number when query q counts `times[q]` times. `shuffled` has the number for each shuffle; null when it has no value.
 */
export function createFigure(
  { draws }: Pick<Labels, 'draws'>,
  measure: (times?: Uint8Array) => number | null,
  shuffled: (number | null)[],
): Figure | null {
  const value = measure()
  if (value === null) return null
  // One query alone gives the same number in every draw: an interval of no width would look like certainty.
  const canVary = (draws[0]?.length ?? 0) > 1
  const known = shuffled.filter(one => one !== null)
  const drawn = canVary ? draws.map(measure).filter(one => one !== null) : []
  return {
    value,
    interval: percentileInterval(Float64Array.from(drawn)),
    shuffled: percentile95(known),
    shuffledRange: rangeOf99(known),
  }
}

/**
 * What 99 of 100 values stay within: of 400, the second smallest and the second largest. One more value of the same kind then
 * lies outside in one of a hundred cases.
 */
export function rangeOf99(values: number[]): Interval | null {
  const left = Math.max(0, Math.floor((values.length + 1) * 0.005) - 1)
  const low = select(Float64Array.from(values), left)
  const high = select(Float64Array.from(values), values.length - 1 - left)
  return low === undefined || high === undefined ? null : { low, high }
}

/** The 95th percentile: of 200 values, the 190th smallest. */
export function percentile95(values: number[]): number | null {
  return select(Float64Array.from(values), Math.ceil(values.length * 0.95) - 1) ?? null
}
