// Worlds with many copies of rows. They show whether a query limits its rows, and whether hidden rows push permitted
// rows off a page.

import type { HiddenRow } from '../database/hidden-rows.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { wordsInRules } from '../database/visibility.ts'
import type { Column, Table } from '../postgres/catalog.ts'
import { identifier, quoted } from '../sql/sql-text.ts'
import { type CopyOrder, highValue, type RenewedColumn, renewedValue } from './renewed-value.ts'
import type { WorldBuild } from './world.ts'
import { isAmong, withoutTriggers } from './world-sql.ts'

// Copying all rows would take seconds.
const MOST_KNOWN_ROWS = 40
const MOST_OTHER_ROWS = 10
const MOST_ROWS_OF_FAMILIES = 40

/** Tables to copy rows of, each with its columns that need a new value in each copy: `{tickets: [id, number]}`. */
type Flood = Record<string, string[]>

/**
 * The world with so many copies of rows of each table. Rows with one of the keys are preferred. A copy that would break
 * another unique index is left out, such as a second active loan of one book.
 */
export function copiedTables(database: TestDatabase, flood: Flood, copies: number, keys: string[]): WorldBuild {
  const order = { isAfter: true, isFamily: false }
  const statements = Object.entries(flood).map(([name, renewed]) =>
    copySql(database, name, { [name]: renewed }, floodedRows(database, name, keys), copies, order),
  )
  return { sql: withoutTriggers(statements), writes: Object.keys(flood) }
}

/**
 * The world with so many copies of families: the copy of a payment belongs to the copy of its home. A query that gives
 * one row for each home with a payment needs both.
 */
export function copiedFamilies(
  database: TestDatabase,
  flood: Flood,
  copies: number,
  keys: string[],
  { areWeeksApart = false } = {},
): WorldBuild {
  const order = { isAfter: true, isFamily: true, areWeeksApart }
  const inserts = Object.keys(flood).map(name => {
    const ranked = rankedRows(database, name, keys)
    const source = `select (proof_row).* from (${ranked} order by rank, place limit ${MOST_ROWS_OF_FAMILIES}) r`
    return copySql(database, name, flood, source, copies, order)
  })
  return { sql: withoutTriggers(asOneStatement(inserts)), writes: Object.keys(flood) }
}

/** The world with so many copies of each of these rows. */
export function copiedRows(
  database: TestDatabase,
  flood: Flood,
  rows: HiddenRow[],
  copies: number,
  order: CopyOrder,
): WorldBuild {
  const byTable = Map.groupBy(rows, ({ table }) => table)
  const statements = [...byTable].map(([name, group]) => {
    const source = `select * from ${identifier(name)} where ${isAmong(group)}`
    const renewed = order.isFamily ? flood : { [name]: flood[name] ?? [] }
    return copySql(database, name, renewed, source, copies, order)
  })
  return { sql: withoutTriggers(order.isFamily ? asOneStatement(statements) : statements), writes: [...byTable.keys()] }
}

/** Whether rows of one of the tables point at rows of another by a column that is renewed. */
export function hasFamilies({ tables }: TestDatabase, flood: Flood): boolean {
  return Object.keys(flood).some(name =>
    tables.get(name)?.references.some(({ table, targets }) => targets.some(target => flood[table]?.includes(target))),
  )
}

/** The inserts as one statement, so that each of them sees the keys as they were before all of them. */
function asOneStatement(inserts: string[]): string[] {
  return inserts.length > 0
    ? [`with ${inserts.map((sql, nth) => `proof_part_${nth} as (${sql})`).join(', ')} select`]
    : []
}

/** The SQL that inserts so many copies of each row of the query `source`. */
function copySql(
  database: TestDatabase,
  name: string,
  flood: Flood,
  source: string,
  copies: number,
  order: CopyOrder,
): string {
  const { columns = [], references = [], primaryKey = [] } = database.tables.get(name) ?? {}
  const written = columns.filter(({ isComputed }) => !isComputed)
  // Copies are numbered in the order of their keys, so that they are the same in each run: a witness may show one.
  const numbering = [...primaryKey.map(column => `t.${identifier(column)}`), 'proof_n'].join(', ')
  const words = wordsInRules(database.plan)
  const isRenewed = ({ table, column }: RenewedColumn) => flood[table]?.includes(column) ?? false
  const values = written.map(column => {
    const own = { table: name, column: column.name }
    const key = [...(order.isFamily ? targetsOf(column, references) : []), own].find(isRenewed)
    if (key) return renewedValue(key, column, order)
    // A time that a CHECK constraint is about may be forbidden.
    const isTime = /^timestamp/.test(column.baseType) && !words.has(column.name) && !column.isChecked
    if (isTime && order.areWeeksApart) return `proof_copy.${identifier(column.name)} - proof_n * interval '7 days'`
    if (isTime && order.inTime) return movedTime(name, column, copies - order.inTime, order)
    const isFree = !words.has(column.name) && !column.isKey && !column.isChecked
    const high = order.areHigh && isFree ? highValue(column) : undefined
    return high ?? `proof_copy.${identifier(column.name)}`
  })
  return `insert into ${identifier(name)} (${written.map(column => identifier(column.name)).join(', ')}) overriding system value
    select ${values.join(', ')} from (select t.*, proof_n, row_number() over (order by ${numbering}) as proof_nth
      from (${source}) t, generate_series(1, ${copies}) proof_n) proof_copy
    on conflict do nothing`
}

/** The columns that a column points at. */
function targetsOf({ name }: Column, references: Table['references']): RenewedColumn[] {
  return references.flatMap(({ columns, table, targets }) =>
    columns.flatMap((column, nth) => (column === name ? { table, column: targets[nth] ?? '' } : [])),
  )
}

/** The SQL of a time. The first copies have the time of their row; those after them come after all rows, or before. */
function movedTime(table: string, { name }: Column, unmoved: number, { isAfter }: CopyOrder): string {
  const value = `proof_copy.${identifier(name)}`
  const [end, step] = isAfter ? ['max', '+'] : ['min', '-']
  const moved = `(select ${end}(${identifier(name)}) from ${identifier(table)}) ${step} proof_n * interval '1 second'`
  return `case when proof_n > ${unmoved} and ${value} is not null then ${moved} else ${value} end`
}

/** The rows to copy: those with a known key and some that point at one; the first rows of a table that has neither. */
function floodedRows(database: TestDatabase, name: string, keys: string[]): string {
  // Rows that point at a known key are copied even beside rows that have one: an id of one table may be an id of
  // another.
  return `select (proof_row).* from (select *, row_number() over (partition by rank order by place) as nth,
      min(rank) over () as first from (${rankedRows(database, name, keys)}) r) s
    where nth <= case rank when 1 then ${MOST_KNOWN_ROWS} when 2 then ${MOST_OTHER_ROWS} else ${MOST_OTHER_ROWS} * (first = 3)::int end`
}

/** All rows of a table with a rank: 1 has a known key, 2 points at one, 3 is any other row. */
function rankedRows(database: TestDatabase, name: string, keys: string[]): string {
  const table = identifier(name)
  const { primaryKey = [], references = [] } = database.tables.get(name) ?? {}
  const known = `array[${keys.map(quoted).join(', ')}]::text[]`
  const isOneOf = (column: string) => `${identifier(column)}::text = any (${known})`
  const ranks = [primaryKey.slice(0, 1), references.flatMap(({ columns }) => columns)].map(
    columns => columns.map(isOneOf).join(' or ') || 'false',
  )
  return `select ${table} as proof_row, case when ${ranks[0]} then 1 when ${ranks[1]} then 2 else 3 end as rank,
    ctid as place from ${table}`
}
