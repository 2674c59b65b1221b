import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('drop-or-branch', () => {
  it('drops each branch of an OR', async () => {
    assert.deepEqual(await mutantsOf('drop-or-branch', 'SELECT a FROM t WHERE a = 1 AND (b = 2 OR c = 3 AND d = 4)'), [
      ['b = 2', 'SELECT a FROM t WHERE a = 1 AND (c = 3 AND d = 4)'],
      ['c = 3 AND d = 4', 'SELECT a FROM t WHERE a = 1 AND b = 2'],
    ])
  })
})
