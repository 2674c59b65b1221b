import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('negate', () => {
  it('puts a NOT before what has no other opposite', async () => {
    assert.deepEqual(
      await mutantsOf(
        'negate',
        'SELECT a FROM t WHERE EXISTS (SELECT 1) AND a IN (SELECT 2) AND b IN (3, 4) AND t.ok AND f(a) AND a IS TRUE AND b LIKE $1',
      ),
      [
        [
          'EXISTS (SELECT 1) → NOT (EXISTS (SELECT 1))',
          'SELECT a FROM t WHERE NOT (EXISTS (SELECT 1)) AND a IN (SELECT 2) AND b IN (3, 4) AND t.ok AND f(a) AND (a IS TRUE) AND b LIKE $1',
        ],
        [
          'a IN (SELECT 2) → NOT (a IN (SELECT 2))',
          'SELECT a FROM t WHERE EXISTS (SELECT 1) AND NOT (a IN (SELECT 2)) AND b IN (3, 4) AND t.ok AND f(a) AND (a IS TRUE) AND b LIKE $1',
        ],
        [
          'b IN (3, 4) → NOT (b IN (3, 4))',
          'SELECT a FROM t WHERE EXISTS (SELECT 1) AND a IN (SELECT 2) AND NOT (b IN (3, 4)) AND t.ok AND f(a) AND (a IS TRUE) AND b LIKE $1',
        ],
        [
          't.ok → NOT (t.ok)',
          'SELECT a FROM t WHERE EXISTS (SELECT 1) AND a IN (SELECT 2) AND b IN (3, 4) AND NOT (t.ok) AND f(a) AND (a IS TRUE) AND b LIKE $1',
        ],
        [
          'f(a) → NOT (f(a))',
          'SELECT a FROM t WHERE EXISTS (SELECT 1) AND a IN (SELECT 2) AND b IN (3, 4) AND t.ok AND NOT (f(a)) AND (a IS TRUE) AND b LIKE $1',
        ],
        [
          '(a IS TRUE) → NOT ((a IS TRUE))',
          'SELECT a FROM t WHERE EXISTS (SELECT 1) AND a IN (SELECT 2) AND b IN (3, 4) AND t.ok AND f(a) AND NOT ((a IS TRUE)) AND b LIKE $1',
        ],
        [
          'b LIKE $1 → NOT (b LIKE $1)',
          'SELECT a FROM t WHERE EXISTS (SELECT 1) AND a IN (SELECT 2) AND b IN (3, 4) AND t.ok AND f(a) AND (a IS TRUE) AND NOT (b LIKE $1)',
        ],
      ],
    )
  })
})
