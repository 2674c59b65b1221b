import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('and-to-or', () => {
  it('makes an OR of an AND', async () => {
    assert.deepEqual(await mutantsOf('and-to-or', 'SELECT a FROM t WHERE a = 1 AND (b = 2 OR c = 3)'), [
      ['a = 1 AND (b = 2 OR c = 3)', 'SELECT a FROM t WHERE a = 1 OR (b = 2 OR c = 3)'],
    ])
  })
})
