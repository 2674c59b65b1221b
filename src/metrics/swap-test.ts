// A permutation test for two models on the same queries. If neither is better, then on each query their answers could as
// well have been given by the other: swapping them turns the sign of the query's part in the difference of the scores. p
// is the share of all swaps that bring a difference at least as large as the one that was found, in either direction.
// R. A. Fisher, "The Design of Experiments", Oliver & Boyd 1935, section 21; for pairs of systems E. W. Noreen,
// "Computer-Intensive Methods for Testing Hypotheses", Wiley 1989.

import { seededRandom } from '../lib/seeded-random.ts'

/** As many additions as one exact test may take; thousands of queries fit when their differences are small. */
const MOST_WORK = 2e7

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
export function swapTest(differences: number[], sumSwapped: () => Float64Array): SwapTest {
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
function countDrawn(found: number, swapped: Float64Array): number {
  let hits = 0
  for (let nth = 0; nth < swapped.length; nth++)
    if (Math.abs(found - 2 * (swapped[nth] as number)) >= Math.abs(found)) hits++
  return (hits + 1) / (swapped.length + 1)
}

/**
 * Draws swaps, the same for whatever is swapped. The result adds up the parts of the queries that are swapped, for each
 * draw: of a difference, or of one of the two scores. A hundred pairs of twenty models so need twenty sums.
 */
export function createSwaps(drawn: number): (parts: number[]) => Float64Array {
  const random = seededRandom('swap whole queries')
  const coins: Uint8Array[] = []
  return parts => {
    while (coins.length < parts.length) coins.push(Uint8Array.from({ length: drawn }, () => (random() < 0.5 ? 0 : 1)))
    const sums = new Float64Array(drawn)
    parts.forEach((part, query) => {
      const ofQuery = coins[query]
      if (part !== 0 && ofQuery) addWhereHeads(sums, part, ofQuery)
    })
    return sums
  }
}

function addWhereHeads(sums: Float64Array, part: number, coins: Uint8Array): void {
  for (let nth = 0; nth < sums.length; nth++) sums[nth] = (sums[nth] as number) + part * (coins[nth] as number)
}

export function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
