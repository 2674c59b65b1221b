import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('flag-of-hidden', () => {
  it('adds columns that tell of hidden ones', async () => {
    const attacks = await attacksOf('flag-of-hidden', 'SELECT d.id FROM docs d WHERE d.tenant_id = :tenant_id')
    assert.deepEqual(
      attacks.map(([what]) => what),
      [
        ', d.secret IS NOT NULL AS has_secret',
        ', length(d.secret::text) > 8 AS has_secret',
        // `worth` is never NULL.
        ', d.worth > 100 AS has_worth',
      ],
    )
  })
})
