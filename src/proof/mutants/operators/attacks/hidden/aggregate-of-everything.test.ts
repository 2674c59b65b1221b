import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('aggregate-of-everything', () => {
  it('adds figures over all rows', async () => {
    const attacks = await attacksOf('aggregate-of-everything', 'SELECT d.id FROM docs d WHERE d.tenant_id = :tenant_id')
    assert.deepEqual(
      attacks.map(([what]) => what),
      [
        ', (SELECT count(*) FROM docs) AS total',
        ', (SELECT count(DISTINCT tenant_id) FROM docs) AS total',
        ', (SELECT max(tenant_id) FROM docs) AS total',
      ],
    )
  })

  it('puts a figure in place of a column of a function', async () => {
    const attacks = await attacksOf(
      'aggregate-of-everything',
      'CREATE FUNCTION f(p_tenant int) RETURNS TABLE (id int, title text) LANGUAGE sql AS $$ SELECT d.id, d.title FROM docs d WHERE d.tenant_id = p_tenant $$',
      {},
      'select * from f(:tenant_id, :term)',
    )
    assert.deepEqual(
      attacks.map(([what]) => what),
      ['d.title → (SELECT max(o.title) FROM docs AS o)'],
    )
  })
})
