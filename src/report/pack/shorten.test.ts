import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shorten } from './shorten.ts'

describe('shorten', () => {
  it('leaves short text alone', () => {
    assert.deepEqual(shorten('abc', 3), { text: 'abc', omitted: 0 })
  })

  it('cuts long text, never in the middle of a character, and says how much is missing', () => {
    assert.deepEqual(shorten('abcd', 3), { text: 'abc', omitted: 1 })
    assert.deepEqual(shorten('ab👩c', 3), { text: 'ab', omitted: 3 })
  })
})
