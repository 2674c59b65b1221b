import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFigure, percentile95, rangeOf99 } from './figure.ts'

describe('percentile95', () => {
  it('is the 190th smallest of 200', () => {
    assert.equal(percentile95(Array.from({ length: 200 }, (_, index) => 200 - index)), 190)
    assert.equal(percentile95([]), null)
  })
})

describe('rangeOf99', () => {
  it('leaves two of 400 out below, and two above', () => {
    const values = Array.from({ length: 400 }, (_, index) => 400 - index)
    assert.deepEqual(rangeOf99(values), { low: 3, high: 398 })
    assert.deepEqual(rangeOf99([7]), { low: 7, high: 7 })
    assert.equal(rangeOf99([]), null)
  })
})

describe('createFigure', () => {
  const draws = Array.from({ length: 100 }, (_, index) => Uint8Array.of(index % 3, 2 - (index % 3)))

  it('has a bootstrap interval, and leaves out draws without a value', () => {
    const share = (times?: Uint8Array) => (times ? (times[0] === 0 ? null : (times[0] ?? 0) / 2) : 0.75)
    assert.deepEqual(createFigure({ draws }, share, [0.1, null, 0.3]), {
      value: 0.75,
      interval: { low: 0.5, high: 1 },
      shuffled: 0.3,
      shuffledRange: { low: 0.1, high: 0.3 },
    })
    assert.equal(
      createFigure({ draws }, () => null, []),
      null,
    )
  })

  it('has no interval from a single query', () => {
    const single = Array.from({ length: 100 }, () => Uint8Array.of(1))
    assert.deepEqual(
      createFigure({ draws: single }, () => 1, []),
      { value: 1, interval: null, shuffled: null, shuffledRange: null },
    )
  })
})
