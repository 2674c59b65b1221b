import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

const SCHEMA = {
  orders: ['id', 'org_id', 'owner_id', 'deleted_at'],
  lines: ['id', 'order_id', 'price', 'deleted_at'],
  orgs: ['id', 'name'],
}

describe('swap-alias', () => {
  it('takes the column of the other table', async () => {
    assert.deepEqual(
      await mutantsOf(
        'swap-alias',
        'SELECT o.id FROM orders o JOIN lines l ON l.order_id = o.id WHERE o.deleted_at IS NULL',
        { tables: SCHEMA },
      ),
      [
        ['o.id → l.id', 'SELECT l.id FROM orders AS o JOIN lines AS l ON l.order_id = o.id WHERE o.deleted_at IS NULL'],
        ['o.id → l.id', 'SELECT o.id FROM orders AS o JOIN lines AS l ON l.order_id = l.id WHERE o.deleted_at IS NULL'],
        [
          'o.deleted_at → l.deleted_at',
          'SELECT o.id FROM orders AS o JOIN lines AS l ON l.order_id = o.id WHERE l.deleted_at IS NULL',
        ],
      ],
    )
  })

  it('stays within what an ON sees, and passes over columns that are equal anyway', async () => {
    assert.deepEqual(
      await mutantsOf(
        'swap-alias',
        'SELECT o.id FROM orders o JOIN lines l ON l.id = o.id JOIN orgs g ON g.id = o.org_id',
        { tables: SCHEMA },
      ),
      [
        [
          'o.id → g.id',
          'SELECT g.id FROM orders AS o JOIN lines AS l ON l.id = o.id JOIN orgs AS g ON g.id = o.org_id',
        ],
        [
          'l.id → o.id',
          'SELECT o.id FROM orders AS o JOIN lines AS l ON o.id = o.id JOIN orgs AS g ON g.id = o.org_id',
        ],
        [
          'o.id → l.id',
          'SELECT o.id FROM orders AS o JOIN lines AS l ON l.id = l.id JOIN orgs AS g ON g.id = o.org_id',
        ],
        [
          'g.id → o.id',
          'SELECT o.id FROM orders AS o JOIN lines AS l ON l.id = o.id JOIN orgs AS g ON o.id = o.org_id',
        ],
        [
          'g.id → l.id',
          'SELECT o.id FROM orders AS o JOIN lines AS l ON l.id = o.id JOIN orgs AS g ON l.id = o.org_id',
        ],
      ],
    )
  })

  it('knows the columns of CTEs, and sees outer queries', async () => {
    assert.deepEqual(
      await mutantsOf(
        'swap-alias',
        'WITH mine AS (SELECT o.* FROM orders o) SELECT m.org_id FROM mine m WHERE EXISTS (SELECT 1 FROM lines l WHERE l.order_id = m.id)',
        { tables: SCHEMA },
      ),
      [
        [
          'm.id → l.id',
          'WITH mine AS (SELECT o.* FROM orders AS o) SELECT m.org_id FROM mine AS m WHERE EXISTS (SELECT 1 FROM lines AS l WHERE l.order_id = l.id)',
        ],
      ],
    )
  })

  it('leaves grouped columns alone, but not what is summed', async () => {
    assert.deepEqual(
      await mutantsOf(
        'swap-alias',
        'SELECT o.id, max(l.deleted_at) FROM orders o JOIN (SELECT x.deleted_at FROM lines x) l ON true GROUP BY o.id ORDER BY o.id',
        { tables: SCHEMA },
      ),
      [
        [
          'l.deleted_at → o.deleted_at',
          'SELECT o.id, max(o.deleted_at) FROM orders AS o JOIN ( SELECT x.deleted_at FROM lines AS x ) AS l ON true GROUP BY o.id ORDER BY o.id',
        ],
      ],
    )
  })

  it('sees the neighbours of a LATERAL', async () => {
    assert.deepEqual(
      await mutantsOf(
        'swap-alias',
        'SELECT l.price FROM orders o CROSS JOIN LATERAL (SELECT x.price FROM lines x WHERE x.order_id = o.id) l',
        { tables: SCHEMA },
      ),
      [
        [
          'o.id → x.id',
          'SELECT l.price FROM orders AS o CROSS JOIN LATERAL ( SELECT x.price FROM lines AS x WHERE x.order_id = x.id ) AS l',
        ],
      ],
    )
  })

  it('does not see them without LATERAL', async () => {
    assert.deepEqual(
      await mutantsOf(
        'swap-alias',
        'SELECT l.price FROM orders o CROSS JOIN (SELECT x.price FROM lines x WHERE x.id = 1) l',
        { tables: SCHEMA },
      ),
      [],
    )
  })

  it('sees both tables of an UPDATE', async () => {
    assert.deepEqual(
      await mutantsOf('swap-alias', 'UPDATE orders o SET owner_id = l.id FROM lines l WHERE l.order_id = o.id', {
        tables: SCHEMA,
      }),
      [
        ['l.id → o.id', 'UPDATE orders AS o SET owner_id = o.id FROM lines AS l WHERE l.order_id = o.id'],
        ['o.id → l.id', 'UPDATE orders AS o SET owner_id = l.id FROM lines AS l WHERE l.order_id = l.id'],
      ],
    )
  })

  it('leaves alone what is the same in every row: by USING, in pairs, by way of a third, beside a LEFT JOIN', async () => {
    const isSwapped = async (from: string) => {
      const mutants = await mutantsOf('swap-alias', `SELECT 1 FROM ${from} WHERE o.id = 1`, { tables: SCHEMA })
      return mutants.some(([, sql]) => sql.endsWith('WHERE l.id = 1'))
    }
    assert.equal(await isSwapped('orders o JOIN lines l USING (id)'), false)
    assert.equal(await isSwapped('orders o JOIN lines l ON (o.id, o.deleted_at) = (l.id, l.deleted_at)'), false)
    assert.equal(await isSwapped('orders o JOIN t ON t.x = o.id JOIN lines l ON l.id = t.x'), false)
    assert.equal(await isSwapped('orders o JOIN lines l ON l.id = o.id LEFT JOIN t ON t.x = o.id'), false)
    assert.equal(await isSwapped('orders o LEFT JOIN lines l USING (id)'), true)
    assert.equal(await isSwapped('orders o JOIN t ON t.x = o.id LEFT JOIN lines l ON l.id = t.x'), true)
    assert.equal(await isSwapped('orders o JOIN lines l ON (o.id, 1) = (l.order_id, l.id)'), true)
  })
})
