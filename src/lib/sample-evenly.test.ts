import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sampleEvenly } from './sample-evenly.ts'

it('takes every value of a short list', () => {
  assert.deepEqual(sampleEvenly(['a', 'b', 'c'], 3), ['a', 'b', 'c'])
})

it('takes values from all over a long list', () => {
  assert.deepEqual(sampleEvenly(['a', 'b', 'c', 'd'], 2), ['a', 'c'])
  assert.deepEqual(sampleEvenly(['a', 'b', 'c', 'd', 'e'], 2), ['a', 'd'])
})
