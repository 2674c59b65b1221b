import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hash } from './hash.ts'

describe('hash', () => {
  it('is the same for the same parts and notices a moved border', () => {
    assert.equal(hash('a', 'bc'), hash('a', 'bc'))
    assert.notEqual(hash('a', 'bc'), hash('ab', 'c'))
    assert.notEqual(hash('a'), hash('a', ''))
    assert.match(hash('é'), /^[0-9a-f]{64}$/)
  })
})
