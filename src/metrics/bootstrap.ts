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

export const RESAMPLES = 10_000

/** For each of an application's queries, in their order, how often each resample has drawn it. */
export type Draws = Uint16Array[]

export type Draw = (application: string, queries: number) => Draws

// Contestants that were asked different queries need draws of their own; so much may be kept of them.
const MOST_KEPT_QUERIES = 3000

/** Seeded by the application alone: contestants are compared on the same draws, whatever else is summarized. */
export function createDraw(): Draw {
  const kept = new Map<string, Draws>()
  let keptQueries = 0
  return (application, queries) => {
    const seed = `bootstrap ${queries} ${application}`
    const known = kept.get(seed)
    if (known) return known
    const draws = drawQueries(queries, seededRandom(seed))
    if (keptQueries + queries > MOST_KEPT_QUERIES) {
      kept.clear()
      keptQueries = 0
    }
    kept.set(seed, draws)
    keptQueries += queries
    return draws
  }
}

function drawQueries(queries: number, random: () => number): Draws {
  const draws = Array.from({ length: queries }, () => new Uint16Array(RESAMPLES))
  for (let resample = 0; resample < RESAMPLES; resample++) {
    for (let nth = 0; nth < queries; nth++) {
      const drawn = draws[Math.floor(random() * queries)]
      if (drawn) drawn[resample] = (drawn[resample] ?? 0) + 1
    }
  }
  return draws
}

/** Sums over the queries drawn, a column for each thing that is counted, a place for each resample. */
export type Resampled<Name extends string> = Record<Name, Float64Array>

/**
 * Adds up the tallies of the queries drawn for each resample. Many queries have the same tally: of these it is counted how
 * often they were drawn, and each column is multiplied once.
 */
export function resampleQueries<Name extends string>(
  tallies: Record<Name, number>[],
  names: readonly Name[],
  draws: Draws,
): Resampled<Name> {
  const groups = new Map<string, { tally: Record<Name, number>; draws: Draws }>()
  tallies.forEach((tally, index) => {
    const key = names.map(name => tally[name]).join()
    const group = groups.get(key) ?? { tally, draws: [] }
    groups.set(key, group)
    const drawn = draws[index]
    if (drawn) group.draws.push(drawn)
  })
  const sums = mapNames(names, () => new Float64Array(RESAMPLES))
  // As many queries are drawn as there are: what is the same for all of them does not vary.
  const varying = names.filter(name => {
    const first = tallies[0]?.[name] ?? 0
    const isVarying = tallies.some(tally => tally[name] !== first)
    if (!isVarying) sums[name].fill(first * tallies.length)
    return isVarying
  })
  for (const { tally, draws } of groups.values()) {
    const counted = varying.filter(name => tally[name] !== 0)
    if (counted.length === 0) continue
    const times = addCounts(draws)
    for (const name of counted) addMultiple(sums[name], tally[name], times)
  }
  return sums
}

/** Two 16-bit counts at a time: together they cannot exceed the number of queries, so none runs into its neighbour. */
function addCounts(draws: Draws): Uint16Array {
  const sums = new Uint32Array(RESAMPLES / 2)
  for (const drawn of draws) {
    const pairs = new Uint32Array(drawn.buffer)
    for (let index = 0; index < pairs.length; index++) sums[index] = (sums[index] ?? 0) + (pairs[index] ?? 0)
  }
  return new Uint16Array(sums.buffer)
}

function addMultiple(sums: Float64Array, factor: number, times: Uint16Array): void {
  for (let index = 0; index < RESAMPLES; index++) sums[index] = (sums[index] ?? 0) + factor * (times[index] ?? 0)
}

/** Each application's n-th resample together make the n-th resample of them all. */
export function joinResamples<Name extends string>(
  applications: Resampled<Name>[],
  names: readonly Name[],
): Resampled<Name> {
  const [first, second] = applications
  if (first && !second) return first
  return mapNames(names, name => {
    const sums = new Float64Array(RESAMPLES)
    for (const { [name]: counts } of applications) {
      for (let index = 0; index < RESAMPLES; index++) sums[index] = (sums[index] ?? 0) + (counts[index] ?? 0)
    }
    return sums
  })
}

/** The measure's percentile interval over the RESAMPLES. Those in which it has no base are left out. */
export function measureInterval<Name extends string>(
  resampled: Resampled<Name>,
  names: readonly Name[],
  measure: (tally: Record<Name, number>) => number | null,
): Interval | null {
  const values = new Float64Array(RESAMPLES)
  // One for all: ten thousand objects for each measure would keep the garbage collector busy.
  const tally = mapNames(names, () => 0)
  let count = 0
  for (let index = 0; index < RESAMPLES; index++) {
    for (const name of names) tally[name] = resampled[name][index] ?? 0
    const value = measure(tally)
    if (value !== null) values[count++] = value
  }
  return percentileInterval(values.subarray(0, count))
}

function mapNames<Name extends string, T>(names: readonly Name[], toValue: (name: Name) => T): Record<Name, T> {
  return Object.fromEntries(names.map(name => [name, toValue(name)])) as Record<Name, T>
}
