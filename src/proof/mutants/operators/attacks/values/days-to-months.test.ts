import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('days-to-months', () => {
  it('says months for days', async () => {
    const attacks = await attacksOf(
      'days-to-months',
      "SELECT 1 FROM docs d WHERE d.deleted_at > :now - interval '30 days' AND d.deleted_at < :now - interval '7 days'",
    )
    assert.deepEqual(attacks, [
      [
        "'30 days'::interval → '1 month'::interval",
        "SELECT 1 FROM docs AS d WHERE d.deleted_at > (:now - '1 month'::interval) AND d.deleted_at < (:now - '7 days'::interval)",
      ],
    ])
  })
})
