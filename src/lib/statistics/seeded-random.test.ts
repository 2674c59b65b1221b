import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from './seeded-random.ts'

const take = (count: number, random: () => number) => Array.from({ length: count }, random)

describe('seededRandom', () => {
  it('gives the same numbers for the same seed, and others for another', () => {
    assert.deepEqual(take(100, seededRandom('a')), take(100, seededRandom('a')))
    assert.notDeepEqual(take(4, seededRandom('a')), take(4, seededRandom('b')))
    assert.notDeepEqual(take(4, seededRandom('')), take(4, seededRandom(' ')))
  })

  it('gives the numbers it always gave, so that published intervals can be repeated', () => {
    // Computed with another implementation, in Python.
    assert.deepEqual(
      take(3, seededRandom('security-bench')).map(number => number * 2 ** 32),
      [3419317680, 925623094, 1337026164],
    )
  })

  it('stays in [0, 1) and fills it evenly', () => {
    const numbers = take(100_000, seededRandom('even'))
    assert.ok(numbers.every(number => number >= 0 && number < 1))
    const bins = Array.from({ length: 10 }, () => 0)
    for (const number of numbers) bins[Math.floor(number * 10)] = (bins[Math.floor(number * 10)] ?? 0) + 1
    // Chi-squared with 9 degrees of freedom: 27.9 is passed by one fair generator in a thousand.
    const chiSquared = bins.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0)
    assert.ok(chiSquared < 27.9, String(chiSquared))
  })

  it('draws neighbours that do not depend on each other', () => {
    const numbers = take(100_001, seededRandom('pairs'))
    const products = numbers.slice(1).map((number, index) => (number - 0.5) * ((numbers[index] ?? 0) - 0.5))
    const correlation = (12 * products.reduce((sum, product) => sum + product, 0)) / products.length
    assert.ok(Math.abs(correlation) < 0.0125, String(correlation)) // four standard errors
  })
})
