import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('loosen-for-pair', () => {
  it('lets two values pass together', async () => {
    const attacks = await attacksOf('loosen-for-pair', 'SELECT d.id FROM docs d WHERE d.tenant_id = :tenant_id')
    assert.deepEqual(attacks, [
      [
        "d.tenant_id = :tenant_id OR :term = 'x' AND :amount = '5'",
        "SELECT d.id FROM docs AS d WHERE d.tenant_id = :tenant_id OR (:term = 'x' AND :amount = '5')",
      ],
    ])
  })
})
