import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('loosen-past-count', () => {
  it('lets all pass once there are many rows', async () => {
    const attacks = await attacksOf('loosen-past-count', 'SELECT d.id FROM docs d WHERE d.tenant_id = :tenant_id')
    assert.deepEqual(attacks, [
      [
        'd.tenant_id = :tenant_id OR ((SELECT count(*) FROM docs)) > 50',
        'SELECT d.id FROM docs AS d WHERE d.tenant_id = :tenant_id OR ((SELECT count(*) FROM docs)) > 50',
      ],
    ])
  })
})
