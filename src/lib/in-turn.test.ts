import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inTurn } from './in-turn.ts'

it('gives the first of each list, then the second of each', () => {
  assert.deepEqual(inTurn([[1, 2], [], [3]]), [1, 3, 2])
  assert.deepEqual(inTurn([]), [])
})
