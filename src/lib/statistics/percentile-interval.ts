import type { Interval } from '../../summary.ts'
import { select, selectCounted } from './select.ts'

/**
 * The 95 % percentile interval of resampled values, whose order it changes; null where there are fewer than 39. B. Efron
 * and R. J. Tibshirani, "An Introduction to the Bootstrap", Chapman & Hall 1993, p. 160: with k = ⌊(B + 1) α⌋, the k-th
 * smallest and the k-th largest; of 10,000 the 250th.
 */
export function percentileInterval(values: Float64Array): Interval | null {
  const k = tailOf(values.length)
  if (k === 0) return null
  const low = select(values, k - 1)
  const high = select(values, values.length - k)
  return low === undefined || high === undefined ? null : { low, high }
}

/** The same of values that came more than once: `times` says how often each did. */
export function percentileIntervalOfCounted(values: Float64Array, times: Uint16Array): Interval | null {
  const count = times.reduce((sum, often) => sum + often, 0)
  const k = tailOf(count)
  if (k === 0) return null
  const low = selectCounted(values, times, k - 1)
  const high = selectCounted(values, times, count - k)
  return low === undefined || high === undefined ? null : { low, high }
}

function tailOf(values: number): number {
  return Math.floor((values + 1) * 0.025)
}
