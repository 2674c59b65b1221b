// The SQL that builds worlds: hidden rows are deleted, or their hidden columns are overwritten or set to NULL.

import type { HiddenRow } from '../database/hidden-rows.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { Column } from '../postgres/catalog.ts'
import { identifier, quoted } from '../sql/sql-text.ts'
import { donorsSql, jointColumns, jointValues } from './joint-values.ts'
import type { WorldBuild } from './world.ts'

/** The world without these rows. Foreign keys and triggers are off. */
export function withoutRows(rows: HiddenRow[]): WorldBuild {
  const byTable = Map.groupBy(rows, row => row.table)
  const deletions = [...byTable].map(([table, group]) => `delete from ${identifier(table)} where ${isAmong(group)}`)
  return { sql: withoutTriggers(deletions), writes: [] }
}

/** The world in which the hidden columns of these rows have one other value for all rows, or another in each row. */
export function withOtherValues(database: TestDatabase, rows: HiddenRow[], isOneForAll: boolean): WorldBuild {
  const byColumns = Map.groupBy(rows, row => `${row.table} ${row.columns.join(' ')}`)
  const sql = withoutTriggers(
    [...byColumns.values()].flatMap(group => {
      const { table, columns } = group[0] ?? { table: '', columns: [] }
      const known = new Map(database.tables.get(table)?.columns.map(column => [column.name, column]))
      // A computed column changes with the columns that it is computed from.
      const written = columns.filter(name => !known.get(name)?.isComputed)
      if (written.length === 0) return []
      const joint = jointColumns(database.tables.get(table)?.constraints ?? [], written)
      const alone = written.filter(name => !joint.some(({ changed }) => changed.includes(name)))
      const single = alone.map(name => {
        const { type = 'text', isEnum = false, isKey = false, isChecked = false } = known.get(name) ?? {}
        const isEqual = isOneForAll && !isKey
        const other = isChecked ? undefined : otherValue(identifier(name), type, isEnum, isEqual)
        const value = other ?? storedValue(identifier(table), identifier(name), isEqual)
        return `${identifier(name)} = ${value}`
      })
      const sets = [...single, ...joint.map(one => jointValues(table, one, isOneForAll))]
      return `update ${identifier(table)} set ${sets.join(', ')} where ${isAmong(group)}`
    }),
  )
  return { sql, writes: tablesIn(rows) }
}

/** The world in which the hidden columns of each row have the values of one other row; `salt` decides of which. */
export function withValuesOfOthers({ tables }: TestDatabase, rows: HiddenRow[], salt: string): WorldBuild {
  const byColumns = Map.groupBy(rows, row => `${row.table} ${row.columns.join(' ')}`)
  const statements = [...byColumns.values()].map(group => {
    const table = group[0]?.table ?? ''
    const changed = group[0]?.columns ?? []
    const checks = (tables.get(table)?.constraints ?? []).filter(({ condition }) => condition !== undefined)
    const kept = [...new Set(checks.flatMap(({ columns }) => columns))].filter(name => !changed.includes(name))
    const conditions = checks.flatMap(({ condition }) => condition ?? [])
    const values = jointValues(table, { changed, kept, conditions: ['true', ...conditions] }, false, salt)
    return `${donorsSql(table, changed, salt)} update ${identifier(table)} set ${values} where ${isAmong(group)}`
  })
  return { sql: withoutTriggers(statements), writes: tablesIn(rows) }
}

/** The world in which the hidden columns of each row have the values of an image: the row as JSON. Rows have primary keys. */
export function withImages(
  { tables }: TestDatabase,
  rows: HiddenRow[],
  imageOf: (row: HiddenRow) => string,
): WorldBuild {
  const byColumns = Map.groupBy(rows, row => `${row.table} ${row.columns.join(' ')}`)
  const statements = [...byColumns.values()].map(group => {
    const { table: name, columns } = group[0] ?? { table: '', columns: [] }
    const table = identifier(name)
    const isRow = (tables.get(name)?.primaryKey ?? []).map(
      key => `${table}.${identifier(key)} = proof_image.${identifier(key)}`,
    )
    return `update ${table} set ${columns.map(column => `${identifier(column)} = proof_image.${identifier(column)}`).join(', ')}
      from jsonb_populate_recordset(null::${table}, ${quoted(`[${group.map(imageOf).join(',')}]`)}) proof_image
      where ${isRow.join(' and ')}`
  })
  return { sql: withoutTriggers(statements), writes: tablesIn(rows) }
}

/** The world in which the hidden columns of these rows are empty: NULL, or else 0 or a blank. */
export function withEmptyColumns(database: TestDatabase, rows: HiddenRow[]): WorldBuild {
  const byColumns = Map.groupBy(rows, row => `${row.table} ${row.columns.join(' ')}`)
  const sql = withoutTriggers(
    [...byColumns.values()].map(group => {
      const { table, columns } = group[0] ?? { table: '', columns: [] }
      const known = database.tables.get(table)?.columns ?? []
      const sets = columns.map(name => {
        const column = known.find(one => one.name === name)
        return `${identifier(name)} = ${(column && emptyValue(column)) ?? 'null'}`
      })
      return `update ${identifier(table)} set ${sets.join(', ')} where ${isAmong(group)}`
    }),
  )
  return { sql, writes: tablesIn(rows) }
}

/** The SQL of the empty value of a column; undefined for a column that has none. */
export function emptyValue({ baseType, isNullable, isChecked }: Column): string | undefined {
  if (isNullable) return 'null'
  if (isChecked || baseType.endsWith('[]')) return undefined
  if (/^(numeric|double|real|smallint|integer|bigint)/.test(baseType)) return '0'
  return /^(text|character varying)/.test(baseType) ? "' '" : undefined
}

function tablesIn(rows: HiddenRow[]): string[] {
  return [...new Set(rows.map(({ table }) => table))]
}

/** The statements with triggers off: neither foreign keys nor the log of changes notice them. */
export function withoutTriggers(statements: string[]): string {
  return [
    'set local session_replication_role = replica',
    ...statements,
    'set local session_replication_role = origin',
  ].join(';\n')
}

/** The SQL condition that picks these rows out of their table, by their locations. */
export function isAmong(rows: HiddenRow[]): string {
  const locations = quoted(`{${rows.map(({ location }) => `"${location}"`).join(',')}}`)
  const isPartitioned = rows[0]?.location.includes(' ')
  return isPartitioned
    ? `tableoid || ' ' || ctid::text = any (${locations}::text[])`
    : `ctid = any (${locations}::tid[])`
}

/**
 * The SQL of a value that another row of the seed has: for a column whose constraint or type does not take any value.
 * Values are compared as text, since not all types can be compared. One for all rows: the first value of the column, or
 * the second in a row that has the first.
 */
function storedValue(table: string, column: string, isOneForAll: boolean): string {
  const text = `o.${column}::text`
  const found = (what: string, other: string, order: string) =>
    `(select ${what} from before.${table} o where ${text} is distinct from ${other} order by ${order} limit 1)`
  const own = `${table}.${column}::text`
  if (!isOneForAll)
    return `coalesce(${found(`o.${column}`, own, `md5(o.ctid::text || ${table}.ctid::text)`)}, ${column})`
  // These subqueries do not depend on the row, so that PostgreSQL runs them once and not for hundreds of rows.
  const first = found(text, 'null', text)
  return `coalesce(case when ${own} is distinct from ${first} then ${found(`o.${column}`, 'null', text)}
    else ${found(`o.${column}`, first, text)} end, ${column})`
}

/** The SQL of a value that the column does not have; undefined for a type of which we know no values. */
function otherValue(column: string, type: string, isEnum: boolean, isOneForAll: boolean): string | undefined {
  const seed = isOneForAll ? "'0'" : 'ctid::text'
  const number = isOneForAll ? '42' : `(17 + abs(hashtext(ctid::text)) % 883)`
  if (type.endsWith('[]')) return `'{}'::${type}`
  if (/^(numeric|double|real|money)/.test(type)) return `${number}::numeric${toFit(type)}`
  if (/^(smallint|integer|bigint)$/.test(type)) return number
  if (type === 'boolean') return isOneForAll ? `not coalesce(${column}, false)` : `(hashtext(ctid::text) % 2 = 0)`
  if (/^(timestamp|date$)/.test(type)) return `(timestamp '2001-01-01' + ${number} * interval '1 day')::${type}`
  if (/^interval|^time/.test(type)) return `(${number} % 24 * interval '1 hour')::${type}`
  if (type === 'uuid') return `md5(${seed})::uuid`
  if (/^jsonb?$/.test(type)) return `to_jsonb(${number})::${type}`
  if (/^(text|character|citext|bytea|name)/.test(type)) return `('x' || left(md5(${seed}), 3))::${type}`
  if (!isEnum) return undefined
  // The first label of the enum, or the last in a row that has the first.
  return isOneForAll
    ? `case when ${column} = enum_first(null::${type}) then enum_last(null::${type}) else enum_first(null::${type}) end`
    : `(enum_range(null::${type}))[1 + abs(hashtext(ctid::text)) % array_length(enum_range(null::${type}), 1)]`
}

/**
 * The division that makes our numbers fit: `numeric(4,3)` has room for one digit before the point, and ours have three.
 */
function toFit(type: string): string {
  const [, precision, scale = '0'] = /^numeric\((\d+)(?:,(-?\d+))?\)$/.exec(type) ?? []
  const missing = precision === undefined ? 0 : 3 - (Number(precision) - Number(scale))
  return missing > 0 ? ` / ${10 ** missing}` : ''
}
