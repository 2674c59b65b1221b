import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('unwrap-not', () => {
  it('takes every kind of NOT away', async () => {
    assert.deepEqual(
      await mutantsOf(
        'unwrap-not',
        'SELECT a FROM t WHERE NOT (a = 1 OR b = 2) AND c NOT IN (1, 2) AND d NOT IN (SELECT 1) AND e NOT LIKE $1 AND f NOT BETWEEN 1 AND 2',
      ),
      [
        [
          'NOT (a = 1 OR b = 2) → a = 1 OR b = 2',
          'SELECT a FROM t WHERE (a = 1 OR b = 2) AND c NOT IN (1, 2) AND NOT (d IN (SELECT 1)) AND e NOT LIKE $1 AND f NOT BETWEEN 1 AND 2',
        ],
        [
          'c NOT IN (1, 2) → c IN (1, 2)',
          'SELECT a FROM t WHERE NOT ((a = 1 OR b = 2)) AND c IN (1, 2) AND NOT (d IN (SELECT 1)) AND e NOT LIKE $1 AND f NOT BETWEEN 1 AND 2',
        ],
        [
          'NOT (d IN (SELECT 1)) → d IN (SELECT 1)',
          'SELECT a FROM t WHERE NOT ((a = 1 OR b = 2)) AND c NOT IN (1, 2) AND d IN (SELECT 1) AND e NOT LIKE $1 AND f NOT BETWEEN 1 AND 2',
        ],
        [
          'e NOT LIKE $1 → e LIKE $1',
          'SELECT a FROM t WHERE NOT ((a = 1 OR b = 2)) AND c NOT IN (1, 2) AND NOT (d IN (SELECT 1)) AND e LIKE $1 AND f NOT BETWEEN 1 AND 2',
        ],
        [
          'f NOT BETWEEN 1 AND 2 → f BETWEEN 1 AND 2',
          'SELECT a FROM t WHERE NOT ((a = 1 OR b = 2)) AND c NOT IN (1, 2) AND NOT (d IN (SELECT 1)) AND e NOT LIKE $1 AND f BETWEEN 1 AND 2',
        ],
      ],
    )
  })
})
