import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('set-extra-column', () => {
  it('sets a column that a rule speaks of', async () => {
    const attacks = await attacksOf('set-extra-column', 'UPDATE docs SET deleted_at = :now WHERE id = :doc_id')
    assert.deepEqual(attacks, [
      ['SET title = :term', 'UPDATE docs SET deleted_at = :now, title = :term WHERE id = :doc_id'],
      ['SET title = :role', 'UPDATE docs SET deleted_at = :now, title = :role WHERE id = :doc_id'],
    ])
  })
})
