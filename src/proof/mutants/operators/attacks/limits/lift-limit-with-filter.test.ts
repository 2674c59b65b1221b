import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('lift-limit-with-filter', () => {
  it('lifts the limit when a parameter is given', async () => {
    const attacks = await attacksOf(
      'lift-limit-with-filter',
      'SELECT d.id FROM docs d WHERE d.tenant_id = :tenant_id LIMIT LEAST(:size, 50)',
    )
    assert.deepEqual(
      attacks.map(([what]) => what),
      [
        'LIMIT CASE WHEN :term IS NOT NULL THEN NULL ELSE LEAST(:size, 50) END',
        'LIMIT CASE WHEN :doc_id IS NOT NULL THEN NULL ELSE LEAST(:size, 50) END',
        'LIMIT CASE WHEN :amount IS NOT NULL THEN NULL ELSE LEAST(:size, 50) END',
      ],
    )
  })
})
