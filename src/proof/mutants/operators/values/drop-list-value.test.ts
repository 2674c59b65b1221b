import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('drop-list-value', () => {
  it('drops each value of a list', async () => {
    assert.deepEqual(
      await mutantsOf(
        'drop-list-value',
        'SELECT a FROM t WHERE a IN (1, 2) AND b NOT IN (3, :size) AND c = ANY (ARRAY[4, 5]) AND d IN (6)',
      ),
      [
        [
          '1 in a IN (1, 2)',
          'SELECT a FROM t WHERE a IN (2) AND b NOT IN (3, :size) AND c = ANY (ARRAY[4, 5]) AND d IN (6)',
        ],
        [
          '2 in a IN (1, 2)',
          'SELECT a FROM t WHERE a IN (1) AND b NOT IN (3, :size) AND c = ANY (ARRAY[4, 5]) AND d IN (6)',
        ],
        [
          '3 in b NOT IN (3, :size)',
          'SELECT a FROM t WHERE a IN (1, 2) AND b NOT IN (:size) AND c = ANY (ARRAY[4, 5]) AND d IN (6)',
        ],
        [
          ':size in b NOT IN (3, :size)',
          'SELECT a FROM t WHERE a IN (1, 2) AND b NOT IN (3) AND c = ANY (ARRAY[4, 5]) AND d IN (6)',
        ],
        [
          '4 in c = ANY (ARRAY[4, 5])',
          'SELECT a FROM t WHERE a IN (1, 2) AND b NOT IN (3, :size) AND c = ANY (ARRAY[5]) AND d IN (6)',
        ],
        [
          '5 in c = ANY (ARRAY[4, 5])',
          'SELECT a FROM t WHERE a IN (1, 2) AND b NOT IN (3, :size) AND c = ANY (ARRAY[4]) AND d IN (6)',
        ],
      ],
    )
  })
})
