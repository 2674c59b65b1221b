// 95 % percentile intervals by a stratified cluster bootstrap: B. Efron and R. J. Tibshirani, "An Introduction to the
// Bootstrap", Chapman & Hall 1993, chapters 8 (more general data structures) and 13 (percentile intervals).
//
// Whole queries are drawn with replacement, within each application: the six cases of a query are not independent, and
// the applications are fixed. So an interval speaks for new queries in these applications, not for new applications.
//
// With few queries it is rough and too narrow: three queries can be drawn in only ten ways, an application's only query
// does not vary at all, and a score of 0 or 1 gets no width. The summary carries the number of queries so that the
// reader can be told.

import { percentileInterval } from '../lib/percentile-interval.ts'
import { seededRandom } from '../lib/seeded-random.ts'
import type { Interval } from '../summary.ts'
import type { Tally } from './tally.ts'

const RESAMPLES = 10_000

/** For each resample as many indexes into an application's queries as it has, one resample after the other. */
export type Draw = (application: string, queries: number) => Uint32Array

/** Seeded by the application alone: contestants are compared on the same draws, whatever else is summarized. */
export function createDraw(): Draw {
  const drawn = new Map<string, Uint32Array>()
  return (application, queries) => {
    const seed = `bootstrap ${queries} ${application}`
    const draws = drawn.get(seed) ?? drawQueries(queries, seededRandom(seed))
    drawn.set(seed, draws)
    return draws
  }
}

function drawQueries(queries: number, random: () => number): Uint32Array {
  const draws = new Uint32Array(RESAMPLES * queries)
  for (let index = 0; index < draws.length; index++) draws[index] = Math.floor(random() * queries)
  return draws
}

/** The tallies of all RESAMPLES, as columns of plain numbers: half the time of adding up objects. */
export type Resampled = Record<keyof Tally, Float64Array>

/** Adds up the tallies of the queries drawn for each resample. */
export function resampleQueries(queries: Tally[], draws: Uint32Array): Resampled {
  return mapColumns(column => {
    const counts = Float64Array.from(queries, query => query[column])
    const sums = new Float64Array(RESAMPLES)
    // Most columns `good` and `bad`: a whole query has two and four.
    const [first = 0] = counts
    if (counts.every(count => count === first)) return sums.fill(first * counts.length)
    let next = 0
    for (let resample = 0; resample < RESAMPLES; resample++) {
      let sum = 0
      for (let draw = 0; draw < counts.length; draw++) sum += counts[draws[next++] ?? 0] ?? 0
      sums[resample] = sum
    }
    return sums
  })
}

/** Each application's n-th resample together make the n-th resample of them all. */
export function joinResamples(applications: Resampled[]): Resampled {
  return mapColumns(column => {
    const sums = new Float64Array(RESAMPLES)
    for (const { [column]: counts } of applications) {
      for (let resample = 0; resample < RESAMPLES; resample++)
        sums[resample] = (sums[resample] ?? 0) + (counts[resample] ?? 0)
    }
    return sums
  })
}

/** The measure's percentile interval over the RESAMPLES. Those in which it has no base are left out. */
export function measureInterval(resampled: Resampled, measure: (tally: Tally) => number | null): Interval | null {
  const values = new Float64Array(RESAMPLES)
  // One for all: ten thousand objects for each measure would keep the garbage collector busy.
  const tally: Tally = { bad: 0, caught: 0, good: 0, cleared: 0, alarms: 0 }
  let count = 0
  for (let index = 0; index < RESAMPLES; index++) {
    tally.bad = resampled.bad[index] ?? 0
    tally.caught = resampled.caught[index] ?? 0
    tally.good = resampled.good[index] ?? 0
    tally.cleared = resampled.cleared[index] ?? 0
    tally.alarms = resampled.alarms[index] ?? 0
    const value = measure(tally)
    if (value !== null) values[count++] = value
  }
  return percentileInterval(values.subarray(0, count))
}

function mapColumns(toColumn: (column: keyof Tally) => Float64Array): Resampled {
  return {
    bad: toColumn('bad'),
    caught: toColumn('caught'),
    good: toColumn('good'),
    cleared: toColumn('cleared'),
    alarms: toColumn('alarms'),
  }
}
