import type { Interval } from '../summary.ts'
import { select } from './select.ts'

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
  const k = tailOf(times.reduce((sum, count) => sum + count, 0))
  if (k === 0) return null
  const sorted = values.toSorted()
  const counts = new Uint32Array(sorted.length)
  for (let index = 0; index < values.length; index++) {
    const place = firstAtLeast(sorted, values[index] as number)
    counts[place] = (counts[place] as number) + (times[index] as number)
  }
  const low = sorted[placeOfNth(counts, k)]
  const high = sorted[counts.length - 1 - placeOfNth(counts.reverse(), k)]
  return low === undefined || high === undefined ? null : { low, high }
}

function tailOf(values: number): number {
  return Math.floor((values + 1) * 0.025)
}

/** Where the first is that is no smaller. */
function firstAtLeast(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}

function placeOfNth(counts: Uint32Array, nth: number): number {
  let place = 0
  for (let seen = counts[0] ?? 0; seen < nth; seen += counts[place] as number) place++
  return place
}
