import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('guard-in-returning', () => {
  it('moves the guard to what is returned', async () => {
    const attacks = await attacksOf(
      'guard-in-returning',
      'UPDATE docs SET title = :term WHERE id = :doc_id AND tenant_id = :tenant_id RETURNING id',
    )
    assert.deepEqual(attacks, [
      [
        'tenant_id = :tenant_id → RETURNING CASE WHEN … END',
        'UPDATE docs SET title = :term WHERE id = :doc_id RETURNING CASE WHEN tenant_id = :tenant_id THEN id END AS id',
      ],
    ])
  })
})
