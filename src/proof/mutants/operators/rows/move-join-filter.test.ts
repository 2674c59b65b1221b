import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('inner-to-left-join and outer-to-inner-join', () => {
  it('swaps inner and outer joins', async () => {
    assert.deepEqual(
      await mutantsOf(
        'inner-to-left-join outer-to-inner-join',
        'SELECT t.a, u.b FROM t JOIN u ON u.id = t.id LEFT JOIN v ON v.id = u.id CROSS JOIN w RIGHT JOIN x ON x.id = t.id',
      ),
      [
        [
          'JOIN u → LEFT JOIN',
          'SELECT t.a, u.b FROM t LEFT JOIN u ON u.id = t.id LEFT JOIN v ON v.id = u.id CROSS JOIN w RIGHT JOIN x ON x.id = t.id',
        ],
        [
          'LEFT JOIN v → JOIN',
          'SELECT t.a, u.b FROM t JOIN u ON u.id = t.id JOIN v ON v.id = u.id CROSS JOIN w RIGHT JOIN x ON x.id = t.id',
        ],
        [
          'RIGHT JOIN x → JOIN',
          'SELECT t.a, u.b FROM t JOIN u ON u.id = t.id LEFT JOIN v ON v.id = u.id CROSS JOIN w JOIN x ON x.id = t.id',
        ],
      ],
    )
  })

  it('swaps a join with USING', async () => {
    assert.deepEqual(await mutantsOf('inner-to-left-join outer-to-inner-join', 'SELECT t.a FROM t JOIN u USING (id)'), [
      ['JOIN u → LEFT JOIN', 'SELECT t.a FROM t LEFT JOIN u USING (id)'],
    ])
  })

  it('makes no mutant of a join whose missing rows the WHERE turns away', async () => {
    assert.deepEqual(
      await mutantsOf(
        'inner-to-left-join outer-to-inner-join',
        'SELECT t.a FROM t JOIN u ON u.id = t.id WHERE u.b = 1',
      ),
      [],
    )
  })

  it('makes no mutant of a LEFT JOIN that always finds one row', async () => {
    assert.deepEqual(
      await mutantsOf(
        'inner-to-left-join outer-to-inner-join',
        'SELECT t.a, x.n FROM t LEFT JOIN LATERAL (SELECT count(*) AS n FROM u WHERE u.id = t.id) x ON true',
      ),
      [],
    )
  })
})

describe('move-join-filter', () => {
  it('moves a filter from ON to WHERE', async () => {
    assert.deepEqual(
      await mutantsOf(
        'move-join-filter',
        'SELECT t.a FROM t LEFT JOIN u ON u.id = t.id AND u.deleted_at IS NULL WHERE t.b = 1',
      ),
      [
        [
          'u.deleted_at IS NULL from ON to WHERE',
          'SELECT t.a FROM t LEFT JOIN u ON u.id = t.id WHERE t.b = 1 AND u.deleted_at IS NULL',
        ],
      ],
    )
  })

  it('moves a filter from WHERE to ON', async () => {
    assert.deepEqual(
      await mutantsOf(
        'move-join-filter',
        'SELECT t.a FROM t LEFT JOIN u ON u.id = t.id WHERE t.b = 1 AND u.deleted_at IS NULL',
      ),
      [
        [
          'u.deleted_at IS NULL from WHERE to ON',
          'SELECT t.a FROM t LEFT JOIN u ON u.id = t.id AND u.deleted_at IS NULL WHERE t.b = 1',
        ],
      ],
    )
  })

  it('makes no second mutant where moving is making the join inner', async () => {
    assert.deepEqual(
      await mutantsOf('move-join-filter', 'SELECT t.a FROM t LEFT JOIN u ON u.id = t.id AND u.b = 1'),
      [],
    )
  })
})
