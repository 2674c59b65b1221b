import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

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
