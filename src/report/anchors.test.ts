import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAnchors } from './anchors.ts'

describe('createAnchors', () => {
  it('keeps names that can stand in an address, and makes the others fit', () => {
    const anchor = createAnchors('case')
    assert.equal(anchor('shop/list-01-good.md'), 'case=shop/list-01-good.md')
    assert.equal(anchor('a b"><script>'), 'case=a_b_script_')
  })

  it('never gives the same twice', () => {
    const anchor = createAnchors('app')
    assert.deepEqual(['a b', 'a b', 'a_b'].map(anchor), ['app=a_b', 'app=a_b~2', 'app=a_b~3'])
  })
})
