import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('order-by-hidden', () => {
  it('sorts by a hidden column first', async () => {
    const attacks = await attacksOf(
      'order-by-hidden',
      'SELECT d.id FROM docs d WHERE d.tenant_id = :tenant_id ORDER BY d.id',
    )
    assert.deepEqual(
      attacks.map(([what]) => what),
      ['ORDER BY d.secret', 'ORDER BY d.secret DESC', 'ORDER BY d.worth', 'ORDER BY d.worth DESC'],
    )
  })

  it("does not sort by the caller's own row", async () => {
    const attacks = await attacksOf(
      'order-by-hidden',
      'SELECT me.id FROM docs me WHERE me.id = :tenant_id ORDER BY me.id',
    )
    assert.deepEqual(attacks, [])
  })
})
