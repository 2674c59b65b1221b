import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hash, hashAfter, hashFirst } from './hash.ts'

describe('hash', () => {
  it('is the same for the same parts and notices a moved border', () => {
    assert.equal(hash('a', 'bc'), hash('a', 'bc'))
    assert.notEqual(hash('a', 'bc'), hash('ab', 'c'))
    assert.notEqual(hash('a'), hash('a', ''))
    // Stored answers are found by it: it must never change.
    assert.equal(hash('a', 'bc'), '5310a58788781ab25d5ad7c3f85035824b4eb7bdfa394e0ac2186271472b5492')
    assert.equal(hashAfter(hashFirst('a'), 'bc'), hash('a', 'bc'))
    assert.match(hash('é'), /^[0-9a-f]{64}$/)
  })
})
