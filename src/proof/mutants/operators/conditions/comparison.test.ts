import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('comparison', () => {
  it('moves every boundary by one', async () => {
    assert.deepEqual(
      await mutantsOf('comparison', 'SELECT a FROM t WHERE a < 1 AND b <= 2 AND c > 3 AND d >= 4 AND e = 5 AND f <> 6'),
      [
        ['a < 1 → a <= 1', 'SELECT a FROM t WHERE a <= 1 AND b <= 2 AND c > 3 AND d >= 4 AND e = 5 AND f <> 6'],
        ['b <= 2 → b < 2', 'SELECT a FROM t WHERE a < 1 AND b < 2 AND c > 3 AND d >= 4 AND e = 5 AND f <> 6'],
        ['c > 3 → c >= 3', 'SELECT a FROM t WHERE a < 1 AND b <= 2 AND c >= 3 AND d >= 4 AND e = 5 AND f <> 6'],
        ['d >= 4 → d > 4', 'SELECT a FROM t WHERE a < 1 AND b <= 2 AND c > 3 AND d > 4 AND e = 5 AND f <> 6'],
        ['e = 5 → e <> 5', 'SELECT a FROM t WHERE a < 1 AND b <= 2 AND c > 3 AND d >= 4 AND e <> 5 AND f <> 6'],
        ['f <> 6 → f = 6', 'SELECT a FROM t WHERE a < 1 AND b <= 2 AND c > 3 AND d >= 4 AND e = 5 AND f = 6'],
      ],
    )
  })

  it('turns IS DISTINCT FROM round', async () => {
    assert.deepEqual(await mutantsOf('comparison', 'SELECT a IS DISTINCT FROM b, a IS NOT DISTINCT FROM c FROM t'), [
      [
        'a IS DISTINCT FROM b → a IS NOT DISTINCT FROM b',
        'SELECT a IS NOT DISTINCT FROM b, a IS NOT DISTINCT FROM c FROM t',
      ],
      ['a IS NOT DISTINCT FROM c → a IS DISTINCT FROM c', 'SELECT a IS DISTINCT FROM b, a IS DISTINCT FROM c FROM t'],
    ])
  })

  it('moves the boundary of a row comparison', async () => {
    assert.deepEqual(await mutantsOf('comparison', 'SELECT a FROM t WHERE (a, b) < (:now, :size)'), [
      ['(a, b) < (:now, :size) → (a, b) <= (:now, :size)', 'SELECT a FROM t WHERE (a, b) <= (:now, :size)'],
    ])
  })

  it('leaves out each end of a BETWEEN', async () => {
    assert.deepEqual(await mutantsOf('comparison', 'SELECT a BETWEEN 1 AND 9 AS x FROM t'), [
      ['a BETWEEN 1 AND 9 → a > 1 AND a <= 9', 'SELECT a > 1 AND a <= 9 AS x FROM t'],
      ['a BETWEEN 1 AND 9 → a >= 1 AND a < 9', 'SELECT a >= 1 AND a < 9 AS x FROM t'],
    ])
  })
})
