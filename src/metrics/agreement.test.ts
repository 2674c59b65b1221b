import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { agreementOf, fleissKappa } from './agreement.ts'

// The worked example of https://en.wikipedia.org/wiki/Fleiss%27_kappa: fourteen raters put ten subjects into five
// categories. Observed agreement 0.378, by chance 0.213, kappa 0.210.
const RATINGS = [
  [0, 0, 0, 0, 14],
  [0, 2, 6, 4, 2],
  [0, 0, 3, 5, 6],
  [0, 3, 9, 2, 0],
  [2, 2, 8, 1, 1],
  [7, 7, 0, 0, 0],
  [3, 2, 6, 3, 0],
  [2, 5, 3, 2, 2],
  [6, 5, 2, 1, 0],
  [0, 2, 2, 3, 7],
]

describe('fleissKappa', () => {
  it('gives the worked example', () => {
    const agreements = RATINGS.map(counts => agreementOf(counts) ?? Number.NaN)
    assert.deepEqual(
      agreements.map(value => Number(value.toFixed(3))),
      [1, 0.253, 0.308, 0.44, 0.33, 0.462, 0.242, 0.176, 0.286, 0.286],
    )
    const mean = agreements.reduce((sum, value) => sum + value, 0) / 10
    assert.equal(mean.toFixed(3), '0.378')
    const shares = [0, 1, 2, 3, 4].map(column => RATINGS.reduce((sum, counts) => sum + (counts[column] ?? 0), 0) / 140)
    assert.equal(fleissKappa(mean, shares).toFixed(3), '0.210')
  })

  it('is 1 for full agreement on different answers, and has no value where only one was ever given', () => {
    assert.equal(fleissKappa(1, [0.5, 0.5, 0]), 1)
    assert.ok(Number.isNaN(fleissKappa(1, [1, 0, 0])))
  })
})

describe('agreementOf', () => {
  it('is how often two answers are the same', () => {
    assert.equal(agreementOf([2, 1, 0]), 1 / 3)
    assert.equal(agreementOf([1, 1, 1]), 0)
    assert.equal(agreementOf([0, 2, 0]), 1)
    assert.equal(agreementOf([1, 0, 0]), null)
  })
})
