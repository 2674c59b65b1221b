import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../lib/statistics/seeded-random.ts'
import { adjustByHolm } from './holm.ts'

const rounded = (ps: number[]) => ps.map(p => Number(p.toFixed(4)))

describe('adjustByHolm', () => {
  it('gives the worked example of https://en.wikipedia.org/wiki/Holm-Bonferroni_method', () => {
    // In the order of size 0.005 × 4, 0.01 × 3, 0.03 × 2, and 0.04 × 1, which may not be less than the one before.
    assert.deepEqual(rounded(adjustByHolm([0.01, 0.04, 0.03, 0.005])), [0.03, 0.06, 0.06, 0.02])
  })

  it('gives what p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "holm") gives in R', () => {
    assert.deepEqual(rounded(adjustByHolm([0.01, 0.02, 0.03, 0.04, 0.05])), [0.05, 0.08, 0.09, 0.09, 0.09])
  })

  it('never makes a value smaller, none larger than 1 or than Bonferroni would, and keeps their order', () => {
    const random = seededRandom('holm')
    for (let round = 0; round < 50; round++) {
      const ps = Array.from({ length: 1 + Math.floor(random() * 12) }, random)
      const adjusted = adjustByHolm(ps)
      ps.forEach((p, index) => {
        const after = adjusted[index] ?? Number.NaN
        assert.ok(p <= after && after <= Math.min(1, p * ps.length + 1e-15))
        const larger = adjusted.filter((_, place) => (ps[place] ?? 0) >= p)
        assert.ok(larger.every(other => after <= other))
      })
    }
    assert.deepEqual(adjustByHolm([]), [])
    assert.deepEqual(adjustByHolm([0.3]), [0.3])
  })
})
