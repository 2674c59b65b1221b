import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('unmask', () => {
  it('shows the value that a CASE hides', async () => {
    assert.deepEqual(await mutantsOf('unmask', 'SELECT CASE WHEN :org_id = 1 THEN price END AS price FROM t'), [
      ['CASE WHEN :org_id = 1 THEN price END → price', 'SELECT price AS price FROM t'],
    ])
  })

  it('keeps the name that PostgreSQL gave to the column', async () => {
    assert.deepEqual(await mutantsOf('unmask', 'SELECT CASE WHEN a = 1 THEN price END FROM t'), [
      ['CASE WHEN a = 1 THEN price END → price', 'SELECT price AS "case" FROM t'],
    ])
  })

  it('passes over results without a column', async () => {
    assert.deepEqual(
      await mutantsOf('unmask', "SELECT CASE a WHEN 1 THEN NULL WHEN 2 THEN '***' ELSE left(price, 2) END AS x FROM t"),
      [
        [
          'CASE a WHEN 1 THEN NULL WHEN 2 THEN \'***\' ELSE "left"(price, 2) END → "left"(price, 2)',
          'SELECT "left"(price, 2) AS x FROM t',
        ],
      ],
    )
  })

  it('leaves a CASE that is a condition', async () => {
    assert.deepEqual(await mutantsOf('unmask', 'SELECT a FROM t WHERE CASE a WHEN 1 THEN b = 1 END'), [])
  })
})
