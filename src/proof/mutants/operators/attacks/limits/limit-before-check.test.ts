import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('limit-before-check', () => {
  it('takes the page before the guard', async () => {
    const attacks = await attacksOf(
      'limit-before-check',
      'SELECT d.id FROM docs d WHERE d.tenant_id = :tenant_id ORDER BY d.title LIMIT 5',
    )
    assert.deepEqual(attacks, [
      [
        'FROM docs → FROM ( SELECT * FROM docs AS d ORDER BY d.title LIMIT 5 ) AS d',
        'SELECT d.id FROM ( SELECT * FROM docs AS d ORDER BY d.title LIMIT 5 ) AS d WHERE d.tenant_id = :tenant_id ORDER BY d.title LIMIT 5',
      ],
    ])
  })
})
