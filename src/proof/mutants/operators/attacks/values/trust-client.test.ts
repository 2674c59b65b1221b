import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('trust-client', () => {
  it('takes the word of the client for that of the server', async () => {
    const attacks = await attacksOf('trust-client', 'SELECT d.id FROM docs d WHERE d.tenant_id = :tenant_id')
    assert.deepEqual(attacks, [
      [
        ':tenant_id → COALESCE(:doc_id, :tenant_id)',
        'SELECT d.id FROM docs AS d WHERE d.tenant_id = (COALESCE(:doc_id, :tenant_id))',
      ],
    ])
  })
})
