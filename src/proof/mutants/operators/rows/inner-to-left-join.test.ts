import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('inner-to-left-join', () => {
  it('makes a LEFT JOIN of a JOIN, and leaves the other joins', async () => {
    assert.deepEqual(
      await mutantsOf(
        'inner-to-left-join',
        'SELECT t.a, u.b FROM t JOIN u ON u.id = t.id LEFT JOIN v ON v.id = u.id CROSS JOIN w RIGHT JOIN x ON x.id = t.id',
      ),
      [
        [
          'JOIN u → LEFT JOIN',
          'SELECT t.a, u.b FROM t LEFT JOIN u ON u.id = t.id LEFT JOIN v ON v.id = u.id CROSS JOIN w RIGHT JOIN x ON x.id = t.id',
        ],
      ],
    )
  })

  it('changes a join with USING', async () => {
    assert.deepEqual(await mutantsOf('inner-to-left-join', 'SELECT t.a FROM t JOIN u USING (id)'), [
      ['JOIN u → LEFT JOIN', 'SELECT t.a FROM t LEFT JOIN u USING (id)'],
    ])
  })

  it('makes no mutant of a join whose missing rows the WHERE turns away', async () => {
    assert.deepEqual(await mutantsOf('inner-to-left-join', 'SELECT t.a FROM t JOIN u ON u.id = t.id WHERE u.b = 1'), [])
  })
})
