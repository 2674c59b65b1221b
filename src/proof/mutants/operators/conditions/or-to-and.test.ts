import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('or-to-and', () => {
  it('makes an AND of an OR', async () => {
    assert.deepEqual(await mutantsOf('or-to-and', 'SELECT a FROM t WHERE a = 1 AND (b = 2 OR c = 3)'), [
      ['b = 2 OR c = 3', 'SELECT a FROM t WHERE a = 1 AND (b = 2 AND c = 3)'],
    ])
  })
})
