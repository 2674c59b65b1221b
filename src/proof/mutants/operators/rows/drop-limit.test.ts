import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('drop-limit', () => {
  it('drops LIMIT and keeps OFFSET', async () => {
    assert.deepEqual(await mutantsOf('drop-limit', 'SELECT a FROM t ORDER BY a LIMIT 10 OFFSET 5'), [
      ['LIMIT 10', 'SELECT a FROM t ORDER BY a OFFSET 5'],
    ])
  })

  it('drops FETCH FIRST, and the LIMIT of a subquery', async () => {
    assert.deepEqual(
      await mutantsOf(
        'drop-limit',
        'SELECT a FROM (SELECT a FROM t LIMIT :size) x ORDER BY a FETCH FIRST 3 ROWS WITH TIES',
      ),
      [
        ['LIMIT :size', 'SELECT a FROM ( SELECT a FROM t ) AS x ORDER BY a FETCH FIRST (3) ROWS WITH TIES'],
        ['LIMIT 3', 'SELECT a FROM ( SELECT a FROM t LIMIT :size ) AS x ORDER BY a'],
      ],
    )
  })

  it('makes no mutant of a LIMIT in EXISTS', async () => {
    assert.deepEqual(await mutantsOf('drop-limit', 'SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u LIMIT 1)'), [])
  })
})

describe('unclamp', () => {
  it('believes the page size that LEAST holds down', async () => {
    assert.deepEqual(await mutantsOf('unclamp', 'SELECT a FROM t LIMIT LEAST(:size, 100)'), [
      ['LEAST(:size, 100) → :size', 'SELECT a FROM t LIMIT :size'],
    ])
  })

  it('believes the page size that a CASE holds down', async () => {
    assert.deepEqual(
      await mutantsOf('unclamp', 'SELECT a FROM t LIMIT CASE WHEN :size > 100 THEN 100 ELSE :size END'),
      [['CASE WHEN :size > 100 THEN 100 ELSE :size END → :size', 'SELECT a FROM t LIMIT :size']],
    )
  })

  it('takes one of two columns for both', async () => {
    assert.deepEqual(
      await mutantsOf('unclamp', 'SELECT LEAST(a, b) AS x, GREATEST(a, b) AS y, GREATEST(a, 1) AS z FROM t'),
      [
        ['LEAST(a, b) → a', 'SELECT a AS x, GREATEST(a, b) AS y, GREATEST(a, 1) AS z FROM t'],
        ['LEAST(a, b) → b', 'SELECT b AS x, GREATEST(a, b) AS y, GREATEST(a, 1) AS z FROM t'],
        ['GREATEST(a, b) → a', 'SELECT LEAST(a, b) AS x, a AS y, GREATEST(a, 1) AS z FROM t'],
        ['GREATEST(a, b) → b', 'SELECT LEAST(a, b) AS x, b AS y, GREATEST(a, 1) AS z FROM t'],
      ],
    )
  })
})

describe('drop-distinct', () => {
  it('drops DISTINCT', async () => {
    assert.deepEqual(await mutantsOf('drop-distinct', 'SELECT DISTINCT a FROM t'), [['DISTINCT', 'SELECT a FROM t']])
  })

  it('drops DISTINCT ON and the DISTINCT of an aggregate', async () => {
    assert.deepEqual(await mutantsOf('drop-distinct', 'SELECT DISTINCT ON (a, b) a, count(DISTINCT c) FROM t'), [
      ['DISTINCT ON (a, b)', 'SELECT a, count(DISTINCT c) FROM t'],
      ['DISTINCT in count(DISTINCT c)', 'SELECT DISTINCT ON (a, b) a, count(c) FROM t'],
    ])
  })
})
