import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { balancedAccuracy, countPairs, countPredictions, pooledAuc, withinAuc } from './ranking.ts'

const close = (actual: number | null, expected: number) =>
  assert.ok(actual !== null && Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`)

/** Two queries; of each the scores of the bad cases, then of the good ones. */
function table(first: [number[], number[]], second: [number[], number[]] = [[], []]) {
  const groups = [first, second]
  const rows = groups.flatMap(([bad, good], query) => [
    ...bad.map(score => ({ score, query, isBad: 1 })),
    ...good.map(score => ({ score, query, isBad: 0 })),
  ])
  return countPairs(
    Float64Array.from(rows, ({ score }) => score),
    Uint8Array.from(rows, ({ isBad }) => isBad),
    Int32Array.from(rows, ({ query }) => query),
  )
}

describe('pooledAuc', () => {
  it('is the share of pairs that are ranked right', () => {
    // 3 beats 1 and 2; 2 beats 1 and ties with 2: 3.5 of 4.
    close(
      pooledAuc(
        table([
          [3, 2],
          [1, 2],
        ]),
      ),
      3.5 / 4,
    )
    close(pooledAuc(table([[1], [2]])), 0)
    close(
      pooledAuc(
        table([
          [5, 5, 5, 5],
          [5, 5],
        ]),
      ),
      0.5,
    )
  })

  it('compares cases of different queries too, and counts each query `times` times', () => {
    // Each query alone is perfect; across them 1 < 10 is wrong and 11 > 0 is right.
    const both = table([[1], [0]], [[11], [10]])
    close(pooledAuc(both), 3 / 4)
    close(withinAuc(both), 1)
    close(pooledAuc(both, [2, 0]), 1)
    // Weights 4 (1 > 0), 2 (1 < 10), 2 (11 > 0), 1 (11 > 10).
    close(pooledAuc(both, [2, 1]), 7 / 9)
  })

  it('is null without pairs', () => {
    assert.equal(pooledAuc(table([[1, 2], []])), null)
    assert.equal(withinAuc(table([[1], []], [[], [2]])), null)
    close(pooledAuc(table([[1], []], [[], [2]])), 0)
  })
})

describe('withinAuc', () => {
  it('is the mean over queries, however many pairs each has', () => {
    close(
      withinAuc(
        table(
          [
            [3, 2],
            [1, 2],
          ],
          [[0], [1]],
        ),
      ),
      (3.5 / 4 + 0) / 2,
    )
    close(
      withinAuc(
        table(
          [
            [3, 2],
            [1, 2],
          ],
          [[0], [1]],
        ),
        [3, 1],
      ),
      (3 * 3.5) / 4 / 4,
    )
  })
})

describe('balancedAccuracy', () => {
  it('is the mean of both labels; a prediction of 0 counts half', () => {
    const predictions = Float64Array.from([1, 1, 0, -1, -1, 1])
    const isBad = Uint8Array.from([1, 1, 1, 1, 0, 0])
    const counted = countPredictions(predictions, isBad, Int32Array.from([0, 0, 0, 0, 0, 0]))
    close(balancedAccuracy(counted), (2.5 / 4 + 1 / 2) / 2)
  })

  it('is null with only one label, and 0.5 for always the same prediction', () => {
    const queries = Int32Array.from([0, 1, 1])
    const predictions = Float64Array.from([1, 1, 1])
    assert.equal(balancedAccuracy(countPredictions(predictions, Uint8Array.from([1, 1, 1]), queries)), null)
    const counted = countPredictions(predictions, Uint8Array.from([0, 1, 1]), queries)
    close(balancedAccuracy(counted), 0.5)
    assert.equal(balancedAccuracy(counted, [1, 0]), null)
  })
})
