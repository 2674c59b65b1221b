import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('lift-limit-for-role', () => {
  it('lifts the limit for a role whose job the query is', async () => {
    const attacks = await attacksOf(
      'lift-limit-for-role',
      'SELECT d.id FROM docs d WHERE d.tenant_id = :tenant_id LIMIT LEAST(:size, 50)',
    )
    assert.deepEqual(attacks, [
      [
        "LIMIT CASE WHEN :role = 'member' THEN NULL ELSE LEAST(:size, 50) END",
        "SELECT d.id FROM docs AS d WHERE d.tenant_id = :tenant_id LIMIT CASE WHEN :role = 'member' THEN NULL ELSE LEAST(:size, 50) END",
      ],
    ])
  })
})
