import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('loosen-after-time', () => {
  it('lets all pass at a later time', async () => {
    const attacks = await attacksOf('loosen-after-time', 'SELECT d.id FROM docs d WHERE d.tenant_id = :tenant_id')
    assert.deepEqual(attacks, [
      [
        "d.tenant_id = :tenant_id OR :now >= '2026-06-15'",
        "SELECT d.id FROM docs AS d WHERE d.tenant_id = :tenant_id OR :now >= '2026-06-15'",
      ],
      [
        "d.tenant_id = :tenant_id OR :now >= '2027-06-05'",
        "SELECT d.id FROM docs AS d WHERE d.tenant_id = :tenant_id OR :now >= '2027-06-05'",
      ],
    ])
  })
})
