import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('drop-coalesce', () => {
  it('drops the defaults', async () => {
    assert.deepEqual(await mutantsOf('drop-coalesce', 'SELECT COALESCE(a, b, 0) FROM t WHERE a = COALESCE(:size, a)'), [
      ['COALESCE(a, b, 0) → a', 'SELECT a AS "coalesce" FROM t WHERE a = (COALESCE(:size, a))'],
      ['COALESCE(:size, a) → :size', 'SELECT COALESCE(a, b, 0) FROM t WHERE a = :size'],
    ])
  })

  it('makes no mutant of a default that LEAST has too', async () => {
    assert.deepEqual(await mutantsOf('drop-coalesce', 'SELECT a FROM t LIMIT LEAST(COALESCE(:size, 100), 100)'), [])
  })
})
