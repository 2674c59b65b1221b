// The order in which rows are stored. A result must not depend on it.

import type { TestDatabase } from '../database/test-database.ts'
import { identifier } from '../sql/sql-text.ts'
import type { WorldBuild } from './world.ts'
import { withoutTriggers } from './world-sql.ts'

/**
 * An index gives its rows in the same order wherever they are stored: without any index the stored order shows. Plans have
 * to be discarded afterwards.
 */
export const WITHOUT_INDEXES: WorldBuild = {
  sql: [
    ...['indexscan', 'indexonlyscan', 'bitmapscan'].map(name => `set local enable_${name} = off`),
    'discard plans',
  ].join(';\n'),
  writes: [],
}

/** The same rows, but each table written anew from its end: what depends on their order comes out otherwise. */
export function reversedOrder(database: TestDatabase): WorldBuild {
  const tables = [...database.tables.values()].map(({ name, columns }, nth) => {
    const list = columns.filter(({ isComputed }) => !isComputed).map(column => identifier(column.name))
    return { table: identifier(name), copy: `proof_reversed_${nth}`, list: list.join(', ') }
  })
  const statements = [
    ...tables.map(
      ({ table, copy }) => `create temporary table ${copy} on commit drop as select * from ${table} order by ctid desc`,
    ),
    // Into an empty file: where rows were deleted, new ones fill the gaps in whatever order these are found.
    ...(tables.length > 0 ? [`truncate ${tables.map(({ table }) => table).join(', ')}`] : []),
    ...tables.map(
      ({ table, copy, list }) => `insert into ${table} (${list}) overriding system value select ${list} from ${copy}`,
    ),
  ]
  // A table that was truncated lies in another file, which goes away with the transaction: no dead rows stay.
  return { sql: [withoutTriggers(statements), WITHOUT_INDEXES.sql].join(';\n'), writes: [] }
}
