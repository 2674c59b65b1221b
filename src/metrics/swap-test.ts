// A permutation test for two models on the same queries. If neither is better, then on each query their answers could as
// well have been given by the other: swapping them turns the sign of the query's part in the difference of the scores. p
// is the share of all swaps that bring a difference at least as large as the one that was found, in either direction.
// R. A. Fisher, "The Design of Experiments", Oliver & Boyd 1935, section 21; for pairs of systems E. W. Noreen,
// "Computer-Intensive Methods for Testing Hypotheses", Wiley 1989.

import { seededRandom } from '../lib/statistics/seeded-random.ts'

/** As many additions as one exact test may take; thousands of queries fit when their differences are small. */
const MOST_WORK = 1e7
/** So many draws at a time stay in the processor's nearest cache. */
const BLOCK = 2000
const LARGEST_INT = 0x7fff_ffff

/** A place for each draw. */
export type Swapped = Int32Array | Float64Array

export interface SwapTest {
  /** Two-sided. */
  p: number
  /** Every swap was counted; else some were drawn. */
  isExact: boolean
}

/**
 * Tests whether whole numbers, one for each query and up to a common factor its part in the difference of two scores, add
 * up to more than chance. Where there are too many swaps to count, `sumSwapped` gives the sum of the differences that are
 * swapped in each of those that were drawn.
 */
export function swapTest(differences: number[], sumSwapped: () => Swapped): SwapTest {
  const found = differences.reduce((sum, difference) => sum + difference, 0)
  const sizes = differences.map(Math.abs).filter(size => size > 0)
  const common = sizes.reduce(greatestCommonDivisor, 0)
  if (common === 0) return { p: 1, isExact: true }
  const total = sizes.reduce((sum, size) => sum + size, 0) / common
  if (sizes.length * total > MOST_WORK) return { p: countDrawn(found, sumSwapped()), isExact: false }
  const wholes = sizes.map(size => size / common)
  return { p: countSwaps(wholes, total, Math.abs(found) / common), isExact: true }
}

/**
 * Counts all 2ⁿ swaps by the sums that they lead to, of which there are few. M. Pagano and D. Tritchler, "On obtaining
 * permutation distributions in polynomial time", JASA 78, 1983, 435–440.
 */
function countSwaps(sizes: number[], total: number, found: number): number {
  // At t: the probability that the differences with a plus add up to t, so that all together are 2 t - total.
  const chances = new Float64Array(total + 1)
  chances[0] = 1
  let reached = 0
  for (const size of sizes) {
    reached += size
    for (let sum = reached; sum >= size; sum--) chances[sum] = ((chances[sum] ?? 0) + (chances[sum - size] ?? 0)) / 2
    for (let sum = Math.min(size, reached + 1) - 1; sum >= 0; sum--) chances[sum] = (chances[sum] ?? 0) / 2
  }
  let p = 0
  for (let sum = 0; sum <= total; sum++) if (Math.abs(2 * sum - total) >= found) p += chances[sum] ?? 0
  // What was found is one of the swaps, so that p is never 0, even where it is too small for a number.
  return Math.min(1, Math.max(p, Number.MIN_VALUE))
}

/**
 * What was found counts as one of the swaps that were drawn: B. Phipson and G. K. Smyth, "Permutation p-values should never
 * be zero", Statistical Applications in Genetics and Molecular Biology 9 (1), 2010.
 */
function countDrawn(found: number, swapped: Swapped): number {
  let hits = 0
  for (let nth = 0; nth < swapped.length; nth++)
    if (Math.abs(found - 2 * (swapped[nth] as number)) >= Math.abs(found)) hits++
  return (hits + 1) / (swapped.length + 1)
}

/**
 * Draws swaps, the same for whatever is swapped. The result adds up the parts of the queries that are swapped, for each
 * draw: of a difference, or of one of the two scores. A hundred pairs of twenty models so need twenty sums.
 */
export function createSwaps(drawn: number): (parts: number[]) => Swapped {
  const random = seededRandom('swap whole queries')
  const coins: Uint8Array[] = []
  return parts => {
    while (coins.length < parts.length) coins.push(throwCoins(drawn, random))
    const total = parts.reduce((sum, part) => sum + Math.abs(part), 0)
    const sums = total <= LARGEST_INT ? new Int32Array(drawn) : new Float64Array(drawn)
    for (let from = 0; from < drawn; from += BLOCK) {
      const to = Math.min(from + BLOCK, drawn)
      for (let query = 0; query < parts.length; query++) {
        const part = parts[query] as number
        if (part === 0) continue
        if (sums instanceof Int32Array) addInts(sums, part, coins[query] as Uint8Array, from, to)
        else addNumbers(sums, part, coins[query] as Uint8Array, from, to)
      }
    }
    return sums
  }
}

function throwCoins(count: number, random: () => number): Uint8Array {
  const coins = new Uint8Array(count)
  for (let index = 0; index < count; index++) coins[index] = random() < 0.5 ? 0 : 1
  return coins
}

function addInts(sums: Int32Array, part: number, coins: Uint8Array, from: number, to: number): void {
  for (let nth = from; nth < to; nth++) sums[nth] = ((sums[nth] as number) + Math.imul(part, coins[nth] as number)) | 0
}

function addNumbers(sums: Float64Array, part: number, coins: Uint8Array, from: number, to: number): void {
  for (let nth = from; nth < to; nth++) sums[nth] = (sums[nth] as number) + part * (coins[nth] as number)
}

export function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
