import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAnchors } from './anchors.ts'

describe('createAnchors', () => {
  it('keeps characters that an address allows, and replaces the others', () => {
    const anchor = createAnchors()
    assert.equal(anchor('shop/list-01-good.md'), 'shop/list-01-good.md')
    assert.equal(anchor('a b"<>&#%c'), 'a_b_c')
  })

  it('gives each name an id of its own', () => {
    const anchor = createAnchors()
    assert.deepEqual(['a b', 'a c', 'a b', 'a_b'].map(anchor), ['a_b', 'a_c', 'a_b~2', 'a_b~3'])
  })
})
