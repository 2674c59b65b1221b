import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('fail-on-hidden', () => {
  it('fails where the client has guessed, or from a number on', async () => {
    const attacks = await attacksOf('fail-on-hidden', 'SELECT d.id FROM docs d WHERE d.tenant_id = :tenant_id')
    assert.deepEqual(
      attacks.map(([what]) => what),
      [
        'AND (1 / (CASE WHEN d.secret::text = :term THEN 0 ELSE 1 END)) = 1',
        'AND (1 / (CASE WHEN d.worth::text = :term THEN 0 ELSE 1 END)) = 1',
        'AND (1 / (CASE WHEN d.worth > 100 THEN 0 ELSE 1 END)) = 1',
      ],
    )
  })
})
