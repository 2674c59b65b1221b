import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from './seeded-random.ts'
import { select, selectCounted } from './select.ts'

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

describe('selectCounted', () => {
  it('finds what sorting finds when every value is written as often as it counts', () => {
    const random = seededRandom('select counted')
    for (const length of [1, 2, 3, 10, 60]) {
      const values = Float64Array.from({ length }, () => Math.floor(random() * 20))
      const times = Uint16Array.from({ length }, () => 1 + Math.floor(random() * 5))
      const written = [...values].flatMap((value, nth) => Array<number>(times[nth] ?? 0).fill(value))
      const sorted = Float64Array.from(written).sort()
      for (const [index, value] of sorted.entries())
        assert.equal(selectCounted(values.slice(), times.slice(), index), value)
    }
  })

  it('finds nothing where there is nothing', () => {
    assert.equal(selectCounted(new Float64Array(), new Uint16Array(), 0), undefined)
  })
})
