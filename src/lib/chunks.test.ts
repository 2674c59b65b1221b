import assert from 'node:assert/strict'
import { it } from 'node:test'
import { chunks } from './chunks.ts'

it('gives all items, so many at a time', () => {
  assert.deepEqual(chunks([1, 2, 3], 2), [[1, 2], [3]])
  assert.deepEqual(chunks([], 2), [])
})
