import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { percentileInterval } from './percentile-interval.ts'

describe('percentileInterval', () => {
  it('is from the 250th smallest to the 250th largest of 10,000', () => {
    const values = Float64Array.from({ length: 10_000 }, (_, index) => 10_000 - index)
    assert.deepEqual(percentileInterval(values), { low: 250, high: 9751 })
  })

  it('needs 39 values', () => {
    const values = (length: number) => Float64Array.from({ length }, (_, index) => index)
    assert.equal(percentileInterval(values(38)), null)
    assert.deepEqual(percentileInterval(values(39)), { low: 0, high: 38 })
  })
})
