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

describe('null-test', () => {
  it('turns IS NULL round', async () => {
    assert.deepEqual(await mutantsOf('null-test', 'SELECT a IS NULL, b IS NOT NULL FROM t'), [
      ['a IS NULL → a IS NOT NULL', 'SELECT a IS NOT NULL, b IS NOT NULL FROM t'],
      ['b IS NOT NULL → b IS NULL', 'SELECT a IS NULL, b IS NULL FROM t'],
    ])
  })
})

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

describe('exists-to-true', () => {
  it('takes EXISTS for granted, unless that only drops a conjunct', async () => {
    assert.deepEqual(
      await mutantsOf(
        'exists-to-true',
        'SELECT EXISTS (SELECT 1 FROM u) AS x FROM t WHERE NOT EXISTS (SELECT 2 FROM v) AND EXISTS (SELECT 3 FROM w)',
      ),
      [
        [
          'EXISTS (SELECT 1 FROM u) → true',
          'SELECT true AS x FROM t WHERE NOT (EXISTS (SELECT 2 FROM v)) AND EXISTS (SELECT 3 FROM w)',
        ],
        [
          'EXISTS (SELECT 2 FROM v) → true',
          'SELECT EXISTS (SELECT 1 FROM u) AS x FROM t WHERE NOT (true) AND EXISTS (SELECT 3 FROM w)',
        ],
      ],
    )
  })
})
