import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from './seeded-random.ts'
import { select } from './select.ts'

describe('select', () => {
  it('finds what sorting finds, at every index', () => {
    const random = seededRandom('select')
    for (const length of [1, 2, 3, 10, 101]) {
      // Few distinct values, since resampled scores repeat.
      const values = Float64Array.from({ length }, () => Math.floor(random() * 7))
      const sorted = values.toSorted()
      for (let index = 0; index < length; index++) assert.equal(select(values.slice(), index), sorted[index])
    }
  })

  it('finds nothing where there is nothing', () => {
    assert.equal(select(new Float64Array(), 0), undefined)
  })
})
