import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('loosen-for-value', () => {
  it('lets a value of a client pass, but no row that works names', async () => {
    const attacks = await attacksOf('loosen-for-value', 'SELECT d.id FROM docs d WHERE d.tenant_id = :tenant_id')
    assert.deepEqual(attacks, [
      [
        "d.tenant_id = :tenant_id OR :term = 'x'",
        "SELECT d.id FROM docs AS d WHERE d.tenant_id = :tenant_id OR :term = 'x'",
      ],
      [
        "d.tenant_id = :tenant_id OR :amount = '5'",
        "SELECT d.id FROM docs AS d WHERE d.tenant_id = :tenant_id OR :amount = '5'",
      ],
    ])
  })

  it('turns IF NOT allowed round', async () => {
    const attacks = await attacksOf(
      'loosen-for-value',
      'CREATE FUNCTION f(p_tenant int, p_term text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN IF NOT EXISTS (SELECT 1 FROM docs d WHERE d.tenant_id = p_tenant) THEN RETURN 0; END IF; RETURN 1; END $$',
      {},
      'select * from f(:tenant_id, :term)',
    )
    assert.deepEqual(
      attacks.map(([what]) => what),
      ["NOT (EXISTS (SELECT 1 FROM docs AS d WHERE d.tenant_id = p_tenant)) AND NOT p_term = 'x'"],
    )
  })
})
