import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('outer-to-inner-join', () => {
  it('makes a JOIN of each outer join', async () => {
    assert.deepEqual(
      await mutantsOf(
        'outer-to-inner-join',
        'SELECT t.a, u.b FROM t JOIN u ON u.id = t.id LEFT JOIN v ON v.id = u.id CROSS JOIN w RIGHT JOIN x ON x.id = t.id',
      ),
      [
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

  it('makes no mutant of a LEFT JOIN that always finds one row', async () => {
    assert.deepEqual(
      await mutantsOf(
        'outer-to-inner-join',
        'SELECT t.a, x.n FROM t LEFT JOIN LATERAL (SELECT count(*) AS n FROM u WHERE u.id = t.id) x ON true',
      ),
      [],
    )
  })
})
