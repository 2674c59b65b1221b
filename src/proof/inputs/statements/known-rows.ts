// The rows that statements of clients are about, and what a caller may see of them.

import { locationSql } from '../../database/hidden-rows.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import type { Value } from '../../plan/plan.ts'
import type { Table } from '../../postgres/catalog.ts'
import { identifier } from '../../sql/sql-text.ts'
import type { Actor } from '../../worlds/actors.ts'

/** A row by its columns. */
export type KnownRow = Record<string, Value>

/** What statements are made from, whoever sends them. */
export interface KnownData {
  /** The tables of the schema, and those of the migration. */
  tables: ReadonlyMap<string, Table>
  /** By table and location, its rows. */
  rows: ReadonlyMap<string, ReadonlyMap<string, KnownRow>>
  /** By type, the labels of enums. */
  labels: ReadonlyMap<string, string[]>
}

/** The rows of one table, as one caller may see them. */
export interface SeenRows {
  /** No rule hides them from the caller. */
  own: KnownRow[]
  /** The first row that each rule hides from the caller. */
  foreign: KnownRow[]
}

const MOST_ROWS = 200

export async function readKnownData({ session }: TestDatabase, tables: ReadonlyMap<string, Table>): Promise<KnownData> {
  const list = [...tables.values()]
  const results = await session.run(
    [
      ...list.map(table => {
        const columns = table.columns.map(({ name }) => `${identifier(name)}::text`)
        const key = table.primaryKey.map(identifier).join(', ') || '1'
        const location = locationSql({ tables }, table.name)
        return `select ${[location, ...columns].join(', ')} from ${identifier(table.name)} order by ${key} limit ${MOST_ROWS}`
      }),
      'select format_type(enumtypid, null), enumlabel from pg_enum order by 1, enumsortorder',
    ].join(';\n'),
  )
  const rows = list.map(({ name, columns }, nth): [string, Map<string, KnownRow>] => {
    const found = results[nth]?.rows ?? []
    const byLocation = found.map(([location, ...values]): [string, KnownRow] => [
      location ?? '',
      Object.fromEntries(columns.map((column, at) => [column.name, values[at] ?? null])),
    ])
    return [name, new Map(byLocation)]
  })
  const labels = Map.groupBy(results.at(-1)?.rows ?? [], ([type]) => type ?? '')
  return {
    tables,
    rows: new Map(rows),
    labels: new Map([...labels].map(([type, found]) => [type, found.flatMap(([, label]) => label ?? [])])),
  }
}

/** The rows of a table, divided by what rules hide from the actor. */
export function seenRows({ rows }: KnownData, { hidden }: Pick<Actor, 'hidden'>, table: string): SeenRows {
  const byLocation = rows.get(table) ?? new Map<string, KnownRow>()
  const ofTable = [...hidden.values()].map(list => list.filter(row => row.table === table))
  const gone = new Set(ofTable.flat().map(({ location }) => location))
  const foreign = ofTable.flatMap(([first]): KnownRow[] => {
    const row = first && byLocation.get(first.location)
    return row ? [row] : []
  })
  return {
    own: [...byLocation].filter(([location]) => !gone.has(location)).map(([, row]) => row),
    foreign: [...new Set(foreign)],
  }
}
