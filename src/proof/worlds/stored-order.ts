// The order in which rows are stored. A result must not depend on it.

import type { TestDatabase } from '../database/test-database.ts'
import type { Table } from '../postgres/catalog.ts'
import { identifier, quoted } from '../sql/sql-text.ts'
import { joinBuilds, type WorldBuild } from './world.ts'
import { withoutTriggers } from './world-sql.ts'

/**
 * The database without indexes. An index gives rows in the same order wherever they are stored; without indexes, the
 * stored order shows. Whoever opens this world must run `discard plans` afterwards.
 */
const WITHOUT_INDEXES: WorldBuild = {
  sql: [
    ...['indexscan', 'indexonlyscan', 'bitmapscan'].map(name => `set local enable_${name} = off`),
    'discard plans',
  ].join(';\n'),
  writes: [],
  changesSettings: true,
}

/** The world in which each table is written anew from its last row to its first, without indexes. */
export function reversedOrder(database: TestDatabase): WorldBuild {
  return storedBy(database, () => 'ctid desc')
}

/**
 * The world in which each table is written anew by its primary key, from the first to the last or the other way round. In any
 * world that is built before, the same rows are then stored in the same order, though an update had moved some of them.
 */
export function keyOrder(database: TestDatabase, direction: 'asc' | 'desc'): WorldBuild {
  return storedBy(database, ({ primaryKey }) =>
    (primaryKey.length > 0 ? primaryKey.map(identifier) : ['ctid']).map(name => `${name} ${direction}`).join(', '),
  )
}

/** The world in which each table is written anew in an order without a meaning; each salt makes another one. */
export function shuffledOrder(database: TestDatabase, salt: string): WorldBuild {
  return storedBy(database, () => `md5(ctid::text || ${quoted(salt)})`)
}

function storedBy(database: TestDatabase, orderOf: (table: Table) => string): WorldBuild {
  // A table of a migration may refer to a table of the schema, which can only be truncated together with it.
  const tables = [...database.tables.values(), ...(database.ownTables ?? [])].map((known, nth) => {
    const { name, columns } = known
    const list = columns.filter(({ isComputed }) => !isComputed).map(column => identifier(column.name))
    return { table: identifier(name), copy: `proof_reversed_${nth}`, list: list.join(', '), order: orderOf(known) }
  })
  const statements = [
    ...tables.map(
      ({ table, copy, order }) =>
        `create temporary table ${copy} on commit drop as select * from ${table} order by ${order}`,
    ),
    // A table is truncated and not emptied by DELETE: new rows would fill the gaps in an order of their own.
    ...(tables.length > 0 ? [`truncate ${tables.map(({ table }) => table).join(', ')}`] : []),
    ...tables.map(
      ({ table, copy, list }) => `insert into ${table} (${list}) overriding system value select ${list} from ${copy}`,
    ),
  ]
  // TRUNCATE gives a table a new file, which is removed with the transaction: no dead rows stay behind.
  return joinBuilds({ sql: withoutTriggers(statements), writes: [] }, WITHOUT_INDEXES)
}
