import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { thresholdPredictions } from './length.ts'

describe('thresholdPredictions', () => {
  const predictions = (lengths: number[], isBad: number[], groups: number[]) => [
    ...thresholdPredictions(Float64Array.from(lengths), Uint8Array.from(isBad), Int32Array.from(groups)),
  ]

  it('learns threshold and direction from the other groups', () => {
    // The second group says: below 15 is bad. The first says: above 15 is bad.
    assert.deepEqual(predictions([10, 20, 10, 20], [0, 1, 1, 0], [0, 0, 1, 1]), [1, -1, -1, 1])
  })

  it('finds a threshold that holds in all groups', () => {
    const lengths = [5, 6, 9, 10, 4, 7, 8, 11]
    const isBad = [1, 1, 0, 0, 1, 1, 0, 0]
    assert.deepEqual(predictions(lengths, isBad, [0, 0, 0, 0, 1, 1, 1, 1]), [1, 1, -1, -1, 1, 1, -1, -1])
  })

  it('predicts neither label when there is only one label, or only one length', () => {
    assert.deepEqual(predictions([1, 2, 3], [1, 0, 0], [0, 1, 1]).map(Math.abs), [0, 0, 0])
    assert.deepEqual(predictions([4, 4, 4, 4], [1, 0, 1, 0], [0, 0, 1, 1]).map(Math.abs), [0, 0, 0, 0])
  })
})
