import { percentileInterval } from '../../lib/statistics/percentile-interval.ts'
import { select } from '../../lib/statistics/select.ts'
import type { Figure } from '../../shortcuts.ts'
import type { Labels } from '../scope.ts'

/**
 * A number with its interval, and with what it would be by chance. `measure(times)` is the number when query q counts
 * `times[q]` times. `shuffled` is the same number under shuffled labels, once for each shuffle, null where there is none.
 */
export function createFigure(
  { draws }: Pick<Labels, 'draws'>,
  measure: (times?: Uint8Array) => number | null,
  shuffled: (number | null)[],
): Figure | null {
  const value = measure()
  if (value === null) return null
  // Drawing from one query gives the same every time, and would look like certainty.
  const canVary = (draws[0]?.length ?? 0) > 1
  const drawn = canVary ? draws.map(measure).filter(one => one !== null) : []
  return {
    value,
    interval: percentileInterval(Float64Array.from(drawn)),
    shuffled: percentile95(shuffled.filter(one => one !== null)),
  }
}

/** Of 200 values the 190th smallest. */
export function percentile95(values: number[]): number | null {
  return select(Float64Array.from(values), Math.ceil(values.length * 0.95) - 1) ?? null
}
