import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('drop-limit', () => {
  it('drops LIMIT and keeps OFFSET', async () => {
    assert.deepEqual(await mutantsOf('drop-limit', 'SELECT a FROM t ORDER BY a LIMIT 10 OFFSET 5'), [
      ['LIMIT 10', 'SELECT a FROM t ORDER BY a OFFSET 5'],
    ])
  })

  it('drops FETCH FIRST, and the LIMIT of a subquery', async () => {
    assert.deepEqual(
      await mutantsOf(
        'drop-limit',
        'SELECT a FROM (SELECT a FROM t LIMIT :size) x ORDER BY a FETCH FIRST 3 ROWS WITH TIES',
      ),
      [
        ['LIMIT :size', 'SELECT a FROM ( SELECT a FROM t ) AS x ORDER BY a FETCH FIRST (3) ROWS WITH TIES'],
        ['LIMIT 3', 'SELECT a FROM ( SELECT a FROM t LIMIT :size ) AS x ORDER BY a'],
      ],
    )
  })

  it('makes no mutant of a LIMIT in EXISTS', async () => {
    assert.deepEqual(await mutantsOf('drop-limit', 'SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u LIMIT 1)'), [])
  })
})
