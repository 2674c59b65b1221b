import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('loosen-past-amount', () => {
  it('lets high numbers of the client and of the row pass', async () => {
    const attacks = await attacksOf('loosen-past-amount', 'SELECT d.id FROM docs d WHERE d.tenant_id = :tenant_id')
    assert.deepEqual(
      attacks.map(([what]) => what),
      [
        'd.tenant_id = :tenant_id OR :doc_id >= 10000',
        'd.tenant_id = :tenant_id OR :amount >= 10000',
        'd.tenant_id = :tenant_id OR :size >= 10000',
        'd.tenant_id = :tenant_id OR d.worth >= 10000',
      ],
    )
  })
})
