// Copies of rows, many of them: what a limit on rows has to hold against, and what may push a permitted row off a page.

import type { HiddenRow } from '../database/hidden-rows.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { wordsInRules } from '../database/visibility.ts'
import type { Table } from '../postgres/catalog.ts'
import { identifier, quoted } from '../sql/sql-text.ts'
import type { WorldBuild } from './world.ts'
import { isAt, withoutTriggers } from './world-sql.ts'

// The first rows are those of the tenant that a seed starts with; copying all would take seconds.
const MOST_FLOODED = 10
const MOST_OF_FAMILIES = 40

/**
 * So many copies of rows of the tables, of those with the keys where there are any, with other values in the columns that
 * must be unique. Of rows that are unique in more than that, such as the one active loan of a copy, there are no copies.
 */
export function copiedTables(
  database: TestDatabase,
  flood: Record<string, string[]>,
  copies: number,
  keys: string[],
): WorldBuild {
  const order = { isAfter: true, isFamily: false }
  const statements = Object.entries(flood).map(([name, renewed]) =>
    copySql(database, name, { [name]: renewed }, floodedRows(database, name, keys), copies, order),
  )
  return { sql: withoutTriggers(statements), writes: Object.keys(flood) }
}

/**
 * So many copies of the tables together, where a copy belongs to the copy of what its row belongs to: for a query that gives
 * one row for each home that has a payment.
 */
export function copiedFamilies(
  database: TestDatabase,
  flood: Record<string, string[]>,
  copies: number,
  keys: string[],
): WorldBuild {
  const inserts = Object.keys(flood).map(name => {
    const ranked = rankedRows(database, name, keys)
    const source = `select (proof_row).* from (${ranked} order by rank, place limit ${MOST_OF_FAMILIES}) r`
    return copySql(database, name, flood, source, copies, { isAfter: true, isFamily: true })
  })
  return { sql: withoutTriggers(together(inserts)), writes: Object.keys(flood) }
}

/** So many copies of each of these rows, with keys after all others or before them, each for itself or as families. */
export function copiedRows(
  database: TestDatabase,
  flood: Record<string, string[]>,
  rows: HiddenRow[],
  copies: number,
  order: CopyOrder,
): WorldBuild {
  const byTable = Map.groupBy(rows, ({ table }) => table)
  const statements = [...byTable].map(([name, group]) => {
    const source = `select * from ${identifier(name)} where ${isAt(group)}`
    const renewed = order.isFamily ? flood : { [name]: flood[name] ?? [] }
    return copySql(database, name, renewed, source, copies, order)
  })
  return { sql: withoutTriggers(order.isFamily ? together(statements) : statements), writes: [...byTable.keys()] }
}

/** Does a row of one of the tables belong to a row of another? */
export function hasFamilies({ tables }: TestDatabase, flood: Record<string, string[]>): boolean {
  return Object.keys(flood).some(name =>
    tables.get(name)?.references.some(({ table, targets }) => targets.some(target => flood[table]?.includes(target))),
  )
}

/** In one statement, so that each part finds the keys as they were before all of them. */
function together(inserts: string[]): string[] {
  return inserts.length > 0
    ? [`with ${inserts.map((sql, nth) => `proof_part_${nth} as (${sql})`).join(', ')} select`]
    : []
}

/** Where the keys of copies come among all others. In families the same key gives the same new key wherever it stands. */
interface CopyOrder {
  isAfter: boolean
  isFamily: boolean
  /** The last so many copies also come after all others in time, or before them: what is latest is not known by its key. */
  inTime?: number
}

/** The column whose values a new one must not equal. */
interface Key {
  table: string
  column: string
}

function copySql(
  database: TestDatabase,
  name: string,
  flood: Record<string, string[]>,
  source: string,
  copies: number,
  order: CopyOrder,
): string {
  const { columns = [], references = [], primaryKey = [] } = database.tables.get(name) ?? {}
  const written = columns.filter(({ isComputed }) => !isComputed)
  // However PostgreSQL comes upon the rows, a copy gets the same number: a witness may show it.
  const numbering = [...primaryKey.map(column => `t.${identifier(column)}`), 'proof_n'].join(', ')
  const named = wordsInRules(database.plan)
  const isRenewed = ({ table, column }: Key) => flood[table]?.includes(column) ?? false
  const values = written.map(column => {
    const own = { table: name, column: column.name }
    const parents = references.flatMap(({ columns: names, table, targets }) =>
      names.flatMap((one, nth) => (one === column.name ? { table, column: targets[nth] ?? '' } : [])),
    )
    const key = [...(order.isFamily ? parents : []), own].find(isRenewed)
    if (key) return renewedValue(key, column, order)
    const value = `proof_copy.${identifier(column.name)}`
    if (!order.inTime || !/^timestamp/.test(column.baseType) || named.has(column.name)) return value
    const [end, step] = order.isAfter ? ['max', '+'] : ['min', '-']
    const moved = `(select ${end}(${identifier(column.name)}) from ${identifier(name)}) ${step} proof_n * interval '1 second'`
    return `case when proof_n > ${copies - order.inTime} and ${value} is not null then ${moved} else ${value} end`
  })
  return `insert into ${identifier(name)} (${written.map(column => identifier(column.name)).join(', ')}) overriding system value
    select ${values.join(', ')} from (select t.*, proof_n, row_number() over (order by ${numbering}) as proof_nth
      from (${source}) t, generate_series(1, ${copies}) proof_n) proof_copy
    on conflict do nothing`
}

/** The rows that are known to be permitted; of a table that has none, some that belong to them; else the first. */
function floodedRows(database: TestDatabase, name: string, keys: string[]): string {
  // Some of both ranks: ids of one table may be those of another.
  return `select (proof_row).* from (select *, row_number() over (partition by rank order by place) as nth,
      min(rank) over () as first from (${rankedRows(database, name, keys)}) r) s
    where nth <= case rank when 1 then 40 when 2 then ${MOST_FLOODED} else ${MOST_FLOODED} * (first = 3)::int end`
}

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

/** A value that no row of the table has, nor another copy; NULL stays NULL. */
function renewedValue(
  key: Key,
  { name, type, baseType }: Table['columns'][number],
  { isAfter, isFamily }: CopyOrder,
): string {
  const value = `proof_copy.${identifier(name)}`
  const next = (number: (one: string) => string, isLast = isAfter) => {
    const keys = `from (select ${number(identifier(key.column))} as number from ${identifier(key.table)}) keys`
    const [end, step] = isLast ? ['max', '+'] : ['min', '-']
    if (!isFamily) return `((select ${end}(number) ${keys}) ${step} proof_nth)`
    const nth = `(select count(*) ${keys} where number ${isLast ? '<=' : '>='} ${number(value)})`
    return `((select ${end}(number) ${step} count(*) * (proof_n - 1) ${keys}) ${step} ${nth})`
  }
  if (baseType === 'uuid') return `md5(${value}::text || proof_n)::uuid`
  if (/^(numeric|smallint|integer|bigint|double|real)/.test(baseType))
    return `case when ${value} is not null then ${next(one => one)}::${type} end`
  if (baseType === 'date') return `(${value} + proof_n)::${type}`
  if (/^timestamp/.test(baseType)) return `(${value} + proof_n * interval '1 minute')::${type}`
  const ranged = /^(?:tstz|ts|date|int[48]|num)range$/.exec(baseType)
  if (ranged) return rangeElsewhere(value, type, ranged[0])
  const [, length] = /^character(?: varying)?\((\d+)\)$/.exec(baseType) ?? []
  const copy = `${value} || '~' || proof_n`
  const text = length !== undefined && Number(length) < 32 ? `left(md5(${copy}), ${length})` : copy
  // A number written as text stays one: a check may ask for digits.
  const isNumber = (one: string) => `${one} ~ '^[0-9]{1,30}$'`
  // Below zero there are no digits: in families, where no copy may become another row, they count upwards.
  const asNumber = (one: string) => `case when ${isNumber(one)} then ${one}::numeric end`
  const number = `abs(${next(asNumber, isAfter || isFamily)})::text`
  return `(case when ${isNumber(value)} then lpad(${number}, greatest(length(${value}), length(${number})), '0') else ${text} end)::${type}`
}

/** The same range so far away that it does not overlap with another copy: that is what makes ranges unique mostly. */
function rangeElsewhere(value: string, type: string, maker: string): string {
  const far = /^ts/.test(maker) ? "interval '1000 days'" : '1000'
  const at = (bound: string) => `${bound}(${value}) + proof_nth::int * ${far}`
  const bounds = `case when lower_inc(${value}) then '[' else '(' end || case when upper_inc(${value}) then ']' else ')' end`
  return `${maker}(${at('lower')}, ${at('upper')}, ${bounds})::${type}`
}
