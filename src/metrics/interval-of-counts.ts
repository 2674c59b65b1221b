// Most measures are made of few whole numbers: of a rule's forty bad cases so many were drawn, and so many of these were
// caught. Ten thousand resamples then have some hundred different pairs of these, and each is measured once.

import { percentileIntervalOfCounted } from '../lib/statistics/percentile-interval.ts'
import type { Interval } from '../summary.ts'
import { RESAMPLES, type Sums } from './bootstrap.ts'
import { rangeOf } from './range-of.ts'

/** With more there is little to gain. */
const MOST_PAIRS = 1 << 14
/** How many resamples have a pair; all are 0 between uses. */
const TIMES = new Uint16Array(MOST_PAIRS)
const VALUES = new Float64Array(RESAMPLES)
const TIMES_OF_VALUES = new Uint16Array(RESAMPLES)

/** The interval of a measure; undefined where it has to be computed for every resample. */
export function intervalOfCounts(
  of: (a: number, b: number, c: number, d: number) => number,
  columns: Sums[],
): Interval | null | undefined {
  if (!areWhole(columns)) return undefined
  const ranges = columns.map(rangeOf).map(({ least, most }) => ({ least, size: most - least + 1 }))
  const varying = [...columns.keys()].filter(place => (ranges[place]?.size ?? 0) > 1)
  const [first = 0, second = first === 0 ? 1 : 0, third] = varying
  const [a, b] = [columns[first], columns[second]]
  const [rangeA, rangeB] = [ranges[first], ranges[second]]
  if (!a || !b || !rangeA || !rangeB || third !== undefined) return undefined
  const pairs = rangeA.size * rangeB.size
  if (pairs > MOST_PAIRS) return undefined
  countPairs(a, b, rangeA.least * rangeB.size + rangeB.least, rangeB.size)
  const counts: [number, number, number, number] = [0, 0, 0, 0]
  for (const [place, { least }] of ranges.entries()) counts[place] = least
  let found = 0
  for (let pair = 0; pair < pairs; pair++) {
    const times = TIMES[pair] as number
    if (times === 0) continue
    TIMES[pair] = 0
    counts[first] = rangeA.least + Math.floor(pair / rangeB.size)
    counts[second] = rangeB.least + (pair % rangeB.size)
    const value = of(...counts)
    if (Number.isNaN(value)) continue
    VALUES[found] = value
    TIMES_OF_VALUES[found++] = times
  }
  return percentileIntervalOfCounted(VALUES.subarray(0, found), TIMES_OF_VALUES.subarray(0, found))
}

function areWhole(columns: Sums[]): columns is Uint16Array[] {
  return columns.every(sums => sums instanceof Uint16Array)
}

function countPairs(a: Uint16Array, b: Uint16Array, start: number, width: number): void {
  for (let index = 0; index < RESAMPLES; index++) {
    const pair = (a[index] as number) * width + (b[index] as number) - start
    TIMES[pair] = (TIMES[pair] as number) + 1
  }
}
