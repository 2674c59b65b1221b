import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('loosen-for-one-row', () => {
  it('lets the first and the last row pass', async () => {
    const attacks = await attacksOf('loosen-for-one-row', 'SELECT d.id FROM docs d WHERE d.tenant_id = :tenant_id')
    assert.deepEqual(attacks, [
      [
        'd.tenant_id = :tenant_id OR d.id = ((SELECT min(o.id) FROM docs AS o))',
        'SELECT d.id FROM docs AS d WHERE d.tenant_id = :tenant_id OR d.id = ((SELECT min(o.id) FROM docs AS o))',
      ],
      [
        'd.tenant_id = :tenant_id OR d.id = ((SELECT max(o.id) FROM docs AS o))',
        'SELECT d.id FROM docs AS d WHERE d.tenant_id = :tenant_id OR d.id = ((SELECT max(o.id) FROM docs AS o))',
      ],
    ])
  })

  it('tightens nothing in NOT EXISTS', async () => {
    const attacks = await attacksOf(
      'loosen-for-one-row',
      'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM docs d WHERE d.tenant_id = :tenant_id)',
    )
    assert.deepEqual(attacks, [])
  })
})
