import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../lib/statistics/seeded-random.ts'
import { createSwaps, swapTest } from './swap-test.ts'
import { shuffled } from './testing/judged.ts'

const neverDrawn = () => assert.fail('all swaps can be counted')
const exact = (differences: number[]) => {
  const { p, isExact } = swapTest(differences, neverDrawn)
  assert.ok(isExact)
  return p
}

/** By trying all of them. */
function bruteForce(differences: number[]): number {
  const found = Math.abs(differences.reduce((sum, difference) => sum + difference, 0))
  let hits = 0
  for (let swaps = 0; swaps < 2 ** differences.length; swaps++) {
    const sum = differences.reduce(
      (total, difference, bit) => total + (swaps & (1 << bit) ? -difference : difference),
      0,
    )
    if (Math.abs(sum) >= found) hits++
  }
  return hits / 2 ** differences.length
}

function binomial(n: number, k: number): bigint {
  let product = 1n
  for (let index = 1; index <= k; index++) product = (product * BigInt(n - k + index)) / BigInt(index)
  return product
}

// R. A. Fisher, "The Design of Experiments", 1935, section 21: Darwin's fifteen pairs of maize, in eighths of an inch. Of
// all 32,768 ways to swap, 863 have a sum of at least 314, and as many of at most -314: p is 5.267 %.
const DARWIN = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]

describe('swapTest', () => {
  it("gives Fisher's p of Darwin's maize", () => {
    assert.equal(exact(DARWIN), (2 * 863) / 32_768)
  })

  it("is McNemar's exact test where each query has one case", () => {
    // The table of https://en.wikipedia.org/wiki/McNemar%27s_test: 121 pairs changed one way, 59 the other.
    const tail = Array.from({ length: 60 }, (_, k) => binomial(180, k)).reduce((sum, ways) => sum + ways, 0n)
    const expected = Number((2n * tail * 10n ** 20n) / 2n ** 180n) / 1e20
    const found = exact([...Array(121).fill(1), ...Array(59).fill(-1), ...Array(134).fill(0)])
    assert.ok(Math.abs(found - expected) < 1e-15, `${found} ${expected}`)
    assert.ok(found > 3e-6 && found < 5e-6)
  })

  it('counts what trying all swaps counts', () => {
    const random = seededRandom('brute')
    for (let round = 0; round < 40; round++) {
      const differences = Array.from({ length: 1 + (round % 12) }, () => Math.floor(random() * 13) - 6)
      assert.ok(Math.abs(exact(differences) - bruteForce(differences)) < 1e-12, differences.join())
    }
  })

  it('does not depend on the order, the direction or the unit', () => {
    const p = exact(DARWIN)
    assert.equal(exact(shuffled(DARWIN, 'order')), p)
    assert.equal(exact(DARWIN.map(difference => -difference)), p)
    assert.equal(exact(DARWIN.map(difference => difference * 12)), p)
    assert.equal(exact([...DARWIN, 0, 0]), p)
  })

  it('is 1 where nothing differs, and never 0', () => {
    assert.deepEqual(swapTest([0, 0], neverDrawn), { p: 1, isExact: true })
    assert.deepEqual(swapTest([], neverDrawn), { p: 1, isExact: true })
    assert.equal(exact(Array(10).fill(1)), 2 / 1024)
    assert.ok(exact(Array(2000).fill(1)) > 0)
  })

  it('draws swaps where there are too many sums to count, near the exact value', () => {
    // The same differences with another that is as good as nothing, but leaves them no common factor.
    const large = [...DARWIN.map(difference => difference * 1_000_003), 1]
    const swaps = createSwaps(20_000)
    const { p, isExact } = swapTest(large, () => swaps(large))
    assert.ok(!isExact)
    // Three standard errors of a share of 5.27 % among 20,000.
    assert.ok(Math.abs(p - exact(DARWIN)) < 3 * Math.sqrt((0.0527 * 0.9473) / 20_000), String(p))
    assert.equal(swapTest(large, () => createSwaps(20_000)(large)).p, p, 'the same each time')
  })

  it('counts what was found among the draws', () => {
    const differences = Array.from({ length: 64 }, (_, index) => 1e6 + index)
    const swaps = createSwaps(999)
    assert.deepEqual(
      swapTest(differences, () => swaps(differences)),
      { p: 1 / 1000, isExact: false },
    )
  })

  it('is a p-value: no more than a share α of samples without a difference falls below α', () => {
    const random = seededRandom('null')
    const ps = Array.from({ length: 2000 }, () => exact(Array.from({ length: 12 }, () => Math.floor(random() * 9) - 4)))
    for (const level of [0.01, 0.05, 0.1, 0.5]) {
      const share = ps.filter(p => p <= level).length / ps.length
      assert.ok(share <= level + 3 * Math.sqrt((level * (1 - level)) / ps.length), `${share} at ${level}`)
    }
  })
})

describe('createSwaps', () => {
  it('adds up parts, so that the swaps of a difference are the difference of the swaps', () => {
    const swaps = createSwaps(500)
    const a = [3, 1, 4, 1, 5]
    const b = [2, 7, 1, 8, 2]
    const [ofA, ofB, both] = [swaps(a), swaps(b), swaps(a.map((part, index) => part - (b[index] ?? 0)))]
    assert.deepEqual(
      both,
      ofA.map((sum, index) => sum - (ofB[index] ?? 0)),
    )
    assert.ok(new Set(ofA).size > 10)
  })
})
