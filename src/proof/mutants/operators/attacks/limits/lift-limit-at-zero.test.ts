import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('lift-limit-at-zero', () => {
  it('lifts the limit at zero, and for negative sizes', async () => {
    const attacks = await attacksOf(
      'lift-limit-at-zero',
      'SELECT d.id FROM docs d WHERE d.tenant_id = :tenant_id LIMIT LEAST(:size, 50)',
    )
    assert.deepEqual(
      attacks.map(([what]) => what),
      [
        'LIMIT CASE WHEN :size = 0 THEN NULL ELSE LEAST(:size, 50) END',
        'LIMIT NULLIF (LEAST(:size, 50), 0)',
        'LIMIT abs(LEAST(:size, 50))',
      ],
    )
  })

  it('leaves a size that is kept above zero', async () => {
    const attacks = await attacksOf(
      'lift-limit-at-zero',
      'SELECT d.id FROM docs d WHERE d.tenant_id = :tenant_id LIMIT GREATEST(1, LEAST(:size, 50))',
    )
    assert.deepEqual(attacks, [
      [
        'LIMIT CASE WHEN :size = 0 THEN NULL ELSE GREATEST(1, LEAST(:size, 50)) END',
        'SELECT d.id FROM docs AS d WHERE d.tenant_id = :tenant_id LIMIT CASE WHEN :size = 0 THEN NULL ELSE GREATEST(1, LEAST(:size, 50)) END',
      ],
    ])
  })

  it('leaves a size that a CASE keeps above zero', async () => {
    const attacks = await attacksOf(
      'lift-limit-at-zero',
      'SELECT d.id FROM docs d WHERE d.tenant_id = :tenant_id LIMIT CASE WHEN :size > 0 THEN LEAST(:size, 50) ELSE 50 END',
    )
    assert.deepEqual(
      attacks.map(([what]) => what),
      ['LIMIT CASE WHEN :size = 0 THEN NULL ELSE CASE WHEN :size > 0 THEN LEAST(:size, 50) ELSE 50 END END'],
    )
  })
})
