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
 * up to more than chance. `drawn` is how many swaps are drawn where there are too many to count.
 */
export function swapTest(differences: number[], drawn: number): SwapTest {
  const sizes = divideByCommon(differences.map(Math.abs).filter(size => size > 0))
  if (sizes.length === 0) return { p: 1, isExact: true }
  const common = Math.abs(differences.find(difference => difference !== 0) ?? 1) / (sizes[0] ?? 1)
  const found = Math.abs(differences.reduce((sum, difference) => sum + difference, 0)) / common
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return sizes.length * total <= MOST_WORK
    ? { p: countSwaps(sizes, total, found), isExact: true }
    : { p: drawSwaps(sizes, total, found, drawn), isExact: false }
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
 * Draws swaps. What was found counts as one of them: B. Phipson and G. K. Smyth, "Permutation p-values should never be
 * zero", Statistical Applications in Genetics and Molecular Biology 9 (1), 2010.
 */
function drawSwaps(sizes: number[], total: number, found: number, drawn: number): number {
  // Queries with differences of one size are alike: it is enough to know how many of them have a plus.
  const groups = [...Map.groupBy(sizes, size => size)].map(([size, alike]) => ({ size, count: alike.length }))
  groups.sort((a, b) => b.size - a.size)
  const countHeads = createCoins(seededRandom('swap whole queries'))
  let hits = 0
  for (let nth = 0; nth < drawn; nth++) {
    let plus = 0
    for (const { size, count } of groups) plus += size * countHeads(count)
    if (Math.abs(2 * plus - total) >= found) hits++
  }
  return (hits + 1) / (drawn + 1)
}

/** How many of `count` coins show heads; a random number holds 32 coins. */
function createCoins(random: () => number): (count: number) => number {
  let coins = 0
  let left = 0
  return count => {
    let heads = 0
    for (let wanted = count; wanted > 0; ) {
      if (left === 0) {
        coins = (random() * 0x1_0000_0000) | 0
        left = 32
      }
      const taken = Math.min(wanted, left)
      heads += countBits(taken === 32 ? coins : coins & ((1 << taken) - 1))
      coins = taken === 32 ? 0 : coins >>> taken
      left -= taken
      wanted -= taken
    }
    return heads
  }
}

/** H. S. Warren, "Hacker's Delight", Addison-Wesley 2002, section 5-1. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

function divideByCommon(sizes: number[]): number[] {
  const common = sizes.reduce(greatestCommonDivisor, 0)
  return sizes.map(size => size / common)
}

export function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
