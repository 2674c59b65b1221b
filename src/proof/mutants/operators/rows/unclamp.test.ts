import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

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
