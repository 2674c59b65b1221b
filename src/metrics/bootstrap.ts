// 95 % percentile intervals by a stratified cluster bootstrap: B. Efron and R. J. Tibshirani, "An Introduction to the
// Bootstrap", Chapman & Hall 1993, chapters 8 (more general data structures) and 13 (percentile intervals).
//
// Whole queries are drawn with replacement, within each application: the cases of a query are not independent, and
// the applications are fixed. So an interval speaks for new queries in these applications, not for new applications.
//
// With few queries it is rough and too narrow: three queries can be drawn in only ten ways, an application's only query
// does not vary at all, and a score of 0 or 1 gets no width. The summary carries the number of queries so that the
// reader can be told.

import { seededRandom } from '../lib/statistics/seeded-random.ts'
import { rangeOf } from './range-of.ts'

export const RESAMPLES = 10_000
const LARGEST_COUNT = 0xffff

/** So many resamples at a time stay in the processor's nearest cache. */
const BLOCK = 2000

/** For each of an application's queries, in their order, how often each resample has drawn it: two in a 32-bit number. */
export type Draws = Int32Array[]

/** One number for each resample. Most are whole numbers, which take a quarter of the memory. */
export type Sums = Uint16Array | Float64Array

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
      const drawn = draws[Math.floor(random() * queries)] as Uint16Array
      drawn[resample] = (drawn[resample] as number) + 1
    }
  }
  return draws.map(({ buffer }) => new Int32Array(buffer))
}

/**
 * Adds up what the queries count, as often as each was drawn, for each resample; for several columns of counts. As many
 * queries are drawn as there are: so a column's commonest count can be taken for all of them, and only the queries that
 * differ from it be looked at.
 */
export function resampleColumns(columns: number[][], draws: Draws): Sums[] {
  const works = columns.map(counts => {
    const common = commonest(counts)
    const factors = counts.map(count => count - common)
    const add = isSmall(counts) ? addWholes : addFractions
    return add(factors, draws, common * counts.length)
  })
  for (let from = 0; from < RESAMPLES; from += BLOCK) for (const { addBlock } of works) addBlock(from)
  return works.map(({ sums }) => sums)
}

interface Work {
  sums: Sums
  addBlock(from: number): void
}

function isSmall(counts: number[]): boolean {
  return counts.every(count => Number.isInteger(count) && count >= 0 && count * counts.length <= LARGEST_COUNT)
}

function commonest(counts: number[]): number {
  const times = new Map<number, number>()
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1)
  let [found, most] = [0, 0]
  for (const [count, often] of times) if (often > most) [found, most] = [count, often]
  return found
}

/**
 * Two resamples at a time, in the halves of a 32-bit number. On the way one may run into the other, but the sum of all is
 * right: it is a number from 0 to LARGEST_COUNT in each half, and these are known by their sum modulo 2³². And four
 * queries at a time, so that the sums are read and written less often than what is added.
 */
function addWholes(factors: number[], draws: Draws, start: number): Work {
  const sums = new Uint16Array(RESAMPLES).fill(start)
  const pairs = new Int32Array(sums.buffer)
  const terms = draws
    .map((drawn, query) => ({ factor: factors[query] ?? 0, drawn }))
    .filter(({ factor }) => factor !== 0)
  while (terms.length % 4 !== 0) terms.push({ factor: 0, drawn: NOTHING_DRAWN })
  const fours = Array.from({ length: terms.length / 4 }, (_, nth) => terms.slice(nth * 4, nth * 4 + 4) as Four)
  return {
    sums,
    addBlock(from) {
      for (const four of fours) addFour(pairs, four, from / 2, (from + BLOCK) / 2)
    },
  }
}

interface Term {
  factor: number
  drawn: Int32Array
}

type Four = [Term, Term, Term, Term]

const NOTHING_DRAWN = new Int32Array(RESAMPLES / 2)

function addFour(sums: Int32Array, [a, b, c, d]: Four, from: number, to: number): void {
  const [factorA, factorB, factorC, factorD] = [a.factor, b.factor, c.factor, d.factor]
  const [drawnA, drawnB, drawnC, drawnD] = [a.drawn, b.drawn, c.drawn, d.drawn]
  for (let index = from; index < to; index++) {
    const two = Math.imul(factorA, drawnA[index] as number) + Math.imul(factorB, drawnB[index] as number)
    const others = Math.imul(factorC, drawnC[index] as number) + Math.imul(factorD, drawnD[index] as number)
    sums[index] = ((sums[index] as number) + two + others) | 0
  }
}

function addFractions(factors: number[], draws: Draws, start: number): Work {
  const sums = new Float64Array(RESAMPLES).fill(start)
  const counts = draws.map(({ buffer }) => new Uint16Array(buffer))
  return {
    sums,
    addBlock(from) {
      for (let query = 0; query < factors.length; query++) {
        const factor = factors[query] as number
        if (factor !== 0) addMultiples(sums, factor, counts[query] as Uint16Array, from, from + BLOCK)
      }
    },
  }
}

function addMultiples(sums: Float64Array, factor: number, drawn: Uint16Array, from: number, to: number): void {
  for (let index = from; index < to; index++) sums[index] = (sums[index] as number) + factor * (drawn[index] as number)
}

/** Each application's n-th resample together make the n-th resample of them all. */
export function joinResamples(applications: Sums[]): Sums {
  const isSmall =
    applications.every(sums => sums instanceof Uint16Array) &&
    applications.reduce((most, sums) => most + rangeOf(sums).most, 0) <= LARGEST_COUNT
  const joined = isSmall ? new Uint16Array(RESAMPLES) : new Float64Array(RESAMPLES)
  for (let from = 0; from < RESAMPLES; from += BLOCK)
    for (const sums of applications) addSums(joined, sums, from, from + BLOCK)
  return joined
}

function addSums(joined: Sums, sums: Sums, from: number, to: number): void {
  for (let index = from; index < to; index++) joined[index] = (joined[index] as number) + (sums[index] as number)
}
