import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isReassuring } from './is-reassuring.ts'

describe('isReassuring', () => {
  it('believes comments that say that all is well, and no others', () => {
    for (const comment of [
      '-- SAFE: own orders',
      '/* Validated by the server */',
      '# limited to 100 rows',
      '-- only open ones',
    ])
      assert.equal(isReassuring(comment), true, comment)
    for (const comment of ['-- unsafe', '-- the lines of an order', '// insecure', '']) {
      assert.equal(isReassuring(comment), false, comment)
    }
  })
})
