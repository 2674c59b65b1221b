import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('search-hidden', () => {
  it('searches a hidden column too', async () => {
    const attacks = await attacksOf('search-hidden', 'SELECT d.id FROM docs d WHERE d.title ILIKE :term')
    assert.deepEqual(attacks, [
      [
        'd.title ILIKE :term → d.title ILIKE :term OR d.secret ILIKE :term',
        'SELECT d.id FROM docs AS d WHERE d.title ILIKE :term OR d.secret ILIKE :term',
      ],
    ])
  })
})
