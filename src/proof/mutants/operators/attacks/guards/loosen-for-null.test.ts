import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('loosen-for-null', () => {
  it('lets a parameter that may be absent lift the guard', async () => {
    const attacks = await attacksOf('loosen-for-null', 'SELECT d.id FROM docs d WHERE d.tenant_id = :tenant_id')
    assert.deepEqual(attacks, [
      [
        'd.tenant_id = :tenant_id OR :term IS NULL',
        'SELECT d.id FROM docs AS d WHERE d.tenant_id = :tenant_id OR :term IS NULL',
      ],
    ])
  })
})
