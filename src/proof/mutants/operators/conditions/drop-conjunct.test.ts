import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('drop-conjunct', () => {
  it('drops each conjunct of a WHERE', async () => {
    assert.deepEqual(await mutantsOf('drop-conjunct', 'SELECT a FROM t WHERE a = 1 AND b = :org_id AND c IS NULL'), [
      ['a = 1', 'SELECT a FROM t WHERE b = :org_id AND c IS NULL'],
      ['b = :org_id', 'SELECT a FROM t WHERE a = 1 AND c IS NULL'],
      ['c IS NULL', 'SELECT a FROM t WHERE a = 1 AND b = :org_id'],
    ])
  })

  it('drops a WHERE that is one condition', async () => {
    assert.deepEqual(await mutantsOf('drop-conjunct', 'SELECT a FROM t WHERE a = 1'), [['a = 1', 'SELECT a FROM t']])
  })

  it('drops the conditions of joins, which then hold always', async () => {
    assert.deepEqual(
      await mutantsOf('drop-conjunct', 'SELECT a FROM t JOIN u ON t.id = u.id LEFT JOIN v ON v.id = t.id AND v.x = 1'),
      [
        ['t.id = u.id', 'SELECT a FROM t JOIN u ON true LEFT JOIN v ON v.id = t.id AND v.x = 1'],
        ['v.id = t.id', 'SELECT a FROM t JOIN u ON t.id = u.id LEFT JOIN v ON v.x = 1'],
        ['v.x = 1', 'SELECT a FROM t JOIN u ON t.id = u.id LEFT JOIN v ON v.id = t.id'],
      ],
    )
  })

  it('drops FILTER and HAVING', async () => {
    assert.deepEqual(
      await mutantsOf(
        'drop-conjunct',
        'SELECT count(*) FILTER (WHERE a > 1) FROM t GROUP BY b HAVING count(*) > 1 AND min(a) = 2',
      ),
      [
        ['a > 1', 'SELECT count(*) FROM t GROUP BY b HAVING count(*) > 1 AND min(a) = 2'],
        ['count(*) > 1', 'SELECT count(*) FILTER (WHERE a > 1) FROM t GROUP BY b HAVING min(a) = 2'],
        ['min(a) = 2', 'SELECT count(*) FILTER (WHERE a > 1) FROM t GROUP BY b HAVING count(*) > 1'],
      ],
    )
  })

  it('drops the conjuncts of a WHEN', async () => {
    assert.deepEqual(await mutantsOf('drop-conjunct', 'SELECT CASE WHEN a = 1 AND b = 2 THEN c ELSE d END FROM t'), [
      ['a = 1', 'SELECT CASE WHEN b = 2 THEN c ELSE d END FROM t'],
      ['b = 2', 'SELECT CASE WHEN a = 1 THEN c ELSE d END FROM t'],
    ])
  })

  it('drops what a CASE that is a condition gives', async () => {
    assert.deepEqual(
      await mutantsOf('drop-conjunct', "SELECT a FROM t WHERE CASE :org_id WHEN 'x' THEN b = 1 ELSE c = 2 END"),
      [
        ["CASE :org_id WHEN 'x' THEN b = 1 ELSE c = 2 END", 'SELECT a FROM t'],
        ['b = 1', "SELECT a FROM t WHERE CASE :org_id WHEN 'x' THEN true ELSE c = 2 END"],
        ['c = 2', "SELECT a FROM t WHERE CASE :org_id WHEN 'x' THEN b = 1 ELSE true END"],
      ],
    )
  })

  it('drops conjuncts in CTEs and in EXISTS', async () => {
    assert.deepEqual(
      await mutantsOf(
        'drop-conjunct',
        'WITH x AS (SELECT 1 FROM t WHERE a = 1) SELECT * FROM x WHERE EXISTS (SELECT 1 FROM u WHERE u.id = x.id AND u.n = 2)',
      ),
      [
        [
          'a = 1',
          'WITH x AS (SELECT 1 FROM t) SELECT * FROM x WHERE EXISTS (SELECT 1 FROM u WHERE u.id = x.id AND u.n = 2)',
        ],
        [
          'EXISTS (SELECT 1 FROM u WHERE u.id = x.id AND u.n = 2)',
          'WITH x AS (SELECT 1 FROM t WHERE a = 1) SELECT * FROM x',
        ],
        [
          'u.id = x.id',
          'WITH x AS (SELECT 1 FROM t WHERE a = 1) SELECT * FROM x WHERE EXISTS (SELECT 1 FROM u WHERE u.n = 2)',
        ],
        [
          'u.n = 2',
          'WITH x AS (SELECT 1 FROM t WHERE a = 1) SELECT * FROM x WHERE EXISTS (SELECT 1 FROM u WHERE u.id = x.id)',
        ],
      ],
    )
  })

  it('drops conjuncts in LATERAL', async () => {
    assert.deepEqual(
      await mutantsOf('drop-conjunct', 'SELECT a FROM t, LATERAL (SELECT 1 FROM u WHERE u.id = t.id) l'),
      [['u.id = t.id', 'SELECT a FROM t, LATERAL ( SELECT 1 FROM u ) AS l']],
    )
  })

  it('drops the WHERE of an UPDATE', async () => {
    assert.deepEqual(await mutantsOf('drop-conjunct', 'UPDATE t SET a = 1 WHERE b = 2'), [
      ['b = 2', 'UPDATE t SET a = 1'],
    ])
  })

  it('drops the conjuncts of a DELETE', async () => {
    assert.deepEqual(await mutantsOf('drop-conjunct', 'DELETE FROM t USING u WHERE t.id = u.id AND u.n = 1'), [
      ['t.id = u.id', 'DELETE FROM t USING u WHERE u.n = 1'],
      ['u.n = 1', 'DELETE FROM t USING u WHERE t.id = u.id'],
    ])
  })

  it('drops the WHERE of ON CONFLICT DO UPDATE, not the condition that names the index', async () => {
    assert.deepEqual(
      await mutantsOf(
        'drop-conjunct',
        'INSERT INTO t (a) VALUES (1) ON CONFLICT (a) WHERE b > 0 DO UPDATE SET c = 1 WHERE t.d = 2',
      ),
      [['t.d = 2', 'INSERT INTO t (a) VALUES (1) ON CONFLICT (a) WHERE b > 0 DO UPDATE SET c = 1']],
    )
  })

  it('drops the conditions of a MERGE', async () => {
    assert.deepEqual(
      await mutantsOf(
        'drop-conjunct',
        'MERGE INTO t USING u ON t.id = u.id AND t.o = :org_id WHEN MATCHED AND u.n = 1 THEN DELETE',
      ),
      [
        ['t.id = u.id', 'MERGE INTO t USING u ON t.o = :org_id WHEN MATCHED AND u.n = 1 THEN DELETE'],
        ['t.o = :org_id', 'MERGE INTO t USING u ON t.id = u.id WHEN MATCHED AND u.n = 1 THEN DELETE'],
        ['u.n = 1', 'MERGE INTO t USING u ON t.id = u.id AND t.o = :org_id WHEN MATCHED THEN DELETE'],
      ],
    )
  })

  it('drops each pair of a row comparison', async () => {
    assert.deepEqual(await mutantsOf('drop-conjunct', 'SELECT a FROM t WHERE (a, b) = (1, 2)'), [
      ['(a, b) = (1, 2)', 'SELECT a FROM t'],
      ['a = 1', 'SELECT a FROM t WHERE b = 2'],
      ['b = 2', 'SELECT a FROM t WHERE a = 1'],
    ])
  })

  it('drops each end of a BETWEEN', async () => {
    assert.deepEqual(await mutantsOf('drop-conjunct', 'SELECT a FROM t WHERE a BETWEEN 1 AND 9'), [
      ['a BETWEEN 1 AND 9', 'SELECT a FROM t'],
      ['a >= 1', 'SELECT a FROM t WHERE a <= 9'],
      ['a <= 9', 'SELECT a FROM t WHERE a >= 1'],
    ])
  })

  it('drops conjuncts in both arms of a UNION', async () => {
    assert.deepEqual(
      await mutantsOf('drop-conjunct', 'SELECT a FROM t WHERE a = 1 UNION SELECT a FROM u WHERE a = 2'),
      [
        ['a = 1', 'SELECT a FROM t UNION SELECT a FROM u WHERE a = 2'],
        ['a = 2', 'SELECT a FROM t WHERE a = 1 UNION SELECT a FROM u'],
      ],
    )
  })
})
