import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('drop-distinct', () => {
  it('drops DISTINCT', async () => {
    assert.deepEqual(await mutantsOf('drop-distinct', 'SELECT DISTINCT a FROM t'), [['DISTINCT', 'SELECT a FROM t']])
  })

  it('drops DISTINCT ON and the DISTINCT of an aggregate', async () => {
    assert.deepEqual(await mutantsOf('drop-distinct', 'SELECT DISTINCT ON (a, b) a, count(DISTINCT c) FROM t'), [
      ['DISTINCT ON (a, b)', 'SELECT a, count(DISTINCT c) FROM t'],
      ['DISTINCT in count(DISTINCT c)', 'SELECT DISTINCT ON (a, b) a, count(c) FROM t'],
    ])
  })
})
