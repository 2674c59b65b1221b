import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('null-test', () => {
  it('turns IS NULL round', async () => {
    assert.deepEqual(await mutantsOf('null-test', 'SELECT a IS NULL, b IS NOT NULL FROM t'), [
      ['a IS NULL → a IS NOT NULL', 'SELECT a IS NOT NULL, b IS NOT NULL FROM t'],
      ['b IS NOT NULL → b IS NULL', 'SELECT a IS NULL, b IS NULL FROM t'],
    ])
  })
})
