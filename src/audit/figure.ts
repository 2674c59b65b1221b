import { percentileInterval } from '../lib/percentile-interval.ts'
import { select } from '../lib/select.ts'
import type { Figure } from '../shortcuts.ts'
import type { Labels } from './scope.ts'

/**
 * A number with its interval and what chance makes of it. `measure` counts each query so many times; `shuffled` are the
 * same numbers under shuffled labels, null where they could not be computed.
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

/** Of 200 the 190th smallest. */
export function percentile95(values: number[]): number | null {
  return select(Float64Array.from(values), Math.ceil(values.length * 0.95) - 1) ?? null
}
