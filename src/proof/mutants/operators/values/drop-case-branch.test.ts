import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('drop-case-branch', () => {
  it('makes the only WHEN one that never holds', async () => {
    assert.deepEqual(
      await mutantsOf('drop-case-branch', 'SELECT CASE WHEN :org_id = 1 THEN price END AS price FROM t'),
      [['WHEN :org_id = 1 THEN price', 'SELECT CASE WHEN false THEN price END AS price FROM t']],
    )
    assert.deepEqual(await mutantsOf('drop-case-branch', 'SELECT CASE WHEN a = 1 THEN price END FROM t'), [
      ['WHEN a = 1 THEN price', 'SELECT CASE WHEN false THEN price END FROM t'],
    ])
  })

  it('drops each WHEN', async () => {
    assert.deepEqual(
      await mutantsOf(
        'drop-case-branch',
        "SELECT CASE a WHEN 1 THEN NULL WHEN 2 THEN '***' ELSE left(price, 2) END AS x FROM t",
      ),
      [
        ['WHEN 1 THEN NULL', 'SELECT CASE a WHEN 2 THEN \'***\' ELSE "left"(price, 2) END AS x FROM t'],
        ["WHEN 2 THEN '***'", 'SELECT CASE a WHEN 1 THEN NULL ELSE "left"(price, 2) END AS x FROM t'],
      ],
    )
  })

  it('drops the branches of a CASE that is a condition', async () => {
    assert.deepEqual(
      await mutantsOf('drop-case-branch', 'SELECT a FROM t WHERE CASE a WHEN 1 THEN b = 1 WHEN 2 THEN c = 2 END'),
      [
        ['WHEN 1 THEN b = 1', 'SELECT a FROM t WHERE CASE a WHEN 2 THEN c = 2 END'],
        ['WHEN 2 THEN c = 2', 'SELECT a FROM t WHERE CASE a WHEN 1 THEN b = 1 END'],
      ],
    )
  })
})
