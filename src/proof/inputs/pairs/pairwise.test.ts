import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pairwise } from './pairwise.ts'

/** `0:1 2:5`: the second value of the first list stands with the sixth of the third. */
function pairsIn(rows: number[][]): Set<string> {
  const pairs = rows.flatMap(row =>
    row.flatMap((value, list) =>
      row.slice(list + 1).map((other, nth) => `${list}:${value} ${list + 1 + nth}:${other}`),
    ),
  )
  return new Set(pairs)
}

describe('pairwise', () => {
  it('puts every two values of two lists into one row', () => {
    for (const lengths of [
      [2, 3],
      [4, 1, 7],
      [12, 12, 12, 12, 12, 12],
      [3, 9, 2, 5],
    ]) {
      const wanted = lengths.flatMap((length, list) => lengths.slice(list + 1).map(other => length * other))
      assert.equal(
        pairsIn(pairwise(lengths)).size,
        wanted.reduce((sum, count) => sum + count, 0),
        lengths.join(),
      )
    }
  })

  it('needs few more rows than the two longest lists have pairs', () => {
    assert.equal(pairwise([12, 12, 12]).length, 144)
    assert.ok(pairwise(Array(6).fill(12)).length <= 200)
    assert.ok(pairwise(Array(10).fill(10)).length <= 190)
  })

  it('gives the same rows each time, and none for a single list', () => {
    assert.deepEqual(pairwise([5, 6, 7]), pairwise([5, 6, 7]))
    assert.deepEqual(pairwise([5]), [])
  })

  it('leaves out pairs that were made, and fills other places with the first value', () => {
    assert.deepEqual(
      pairwise(
        [2, 2],
        [
          [0, 0],
          [1, 1],
          [0, 1],
        ],
      ),
      [[1, 0]],
    )
    assert.deepEqual(
      pairwise([2, 2, 3], pairwise([2, 2, 3]).slice(1)).map(row => row.length),
      [3],
    )
  })
})
