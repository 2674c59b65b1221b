import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('loosen-for-state', () => {
  it('lets callers with a token pass, or those without', async () => {
    const attacks = await attacksOf('loosen-for-state', 'SELECT d.id FROM docs d WHERE d.tenant_id = :tenant_id')
    assert.deepEqual(attacks, [
      [
        'd.tenant_id = :tenant_id OR :token_id IS NOT NULL',
        'SELECT d.id FROM docs AS d WHERE d.tenant_id = :tenant_id OR :token_id IS NOT NULL',
      ],
      [
        'd.tenant_id = :tenant_id OR :token_id IS NULL',
        'SELECT d.id FROM docs AS d WHERE d.tenant_id = :tenant_id OR :token_id IS NULL',
      ],
    ])
  })
})
