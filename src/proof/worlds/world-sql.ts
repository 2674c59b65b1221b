// The SQL that builds worlds: hidden rows are deleted, or what is hidden in them is overwritten or left empty.

import type { HiddenRow } from '../database/hidden-rows.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { identifier, quoted } from '../sql/sql-text.ts'
import type { WorldBuild } from './world.ts'

/** Takes these rows away, with foreign keys and triggers off. */
export function withoutRows(rows: HiddenRow[]): WorldBuild {
  const byTable = Map.groupBy(rows, row => row.table)
  const deletions = [...byTable].map(([table, group]) => `delete from ${identifier(table)} where ${isAt(group)}`)
  return { sql: withoutTriggers(deletions), writes: [] }
}

/** Overwrites the hidden columns of these rows: with one value for all, or with another in each row. */
export function withOtherValues(database: TestDatabase, rows: HiddenRow[], isEqualForAll: boolean): WorldBuild {
  const byColumns = Map.groupBy(rows, row => `${row.table} ${row.columns.join(' ')}`)
  const sql = withoutTriggers(
    [...byColumns.values()].flatMap(group => {
      const { table, columns } = group[0] ?? { table: '', columns: [] }
      const known = new Map(database.tables.get(table)?.columns.map(column => [column.name, column]))
      // What is computed changes with what it is computed from.
      const written = columns.filter(name => !known.get(name)?.isComputed)
      if (written.length === 0) return []
      const sets = written.map(name => {
        const { type = 'text', isEnum = false, isKey = false, isChecked = false } = known.get(name) ?? {}
        const isEqual = isEqualForAll && !isKey
        const other = isChecked ? undefined : otherValue(identifier(name), type, isEnum, isEqual)
        const value = other ?? storedValue(identifier(table), identifier(name), isEqual)
        return `${identifier(name)} = ${value}`
      })
      return `update ${identifier(table)} set ${sets.join(', ')} where ${isAt(group)}`
    }),
  )
  return { sql, writes: tablesIn(rows) }
}

/** Leaves the hidden columns of these rows empty. */
export function withEmptyColumns(rows: HiddenRow[]): WorldBuild {
  const byColumns = Map.groupBy(rows, row => `${row.table} ${row.columns.join(' ')}`)
  const sql = withoutTriggers(
    [...byColumns.values()].map(group => {
      const { table, columns } = group[0] ?? { table: '', columns: [] }
      const sets = columns.map(name => `${identifier(name)} = null`)
      return `update ${identifier(table)} set ${sets.join(', ')} where ${isAt(group)}`
    }),
  )
  return { sql, writes: tablesIn(rows) }
}

function tablesIn(rows: HiddenRow[]): string[] {
  return [...new Set(rows.map(({ table }) => table))]
}

/** Neither foreign keys nor the log of changes take part. */
export function withoutTriggers(statements: string[]): string {
  return [
    'set local session_replication_role = replica',
    ...statements,
    'set local session_replication_role = origin',
  ].join(';\n')
}

/** What holds of these rows of a table alone. */
export function isAt(rows: HiddenRow[]): string {
  const locations = quoted(`{${rows.map(({ location }) => `"${location}"`).join(',')}}`)
  const isPartitioned = rows[0]?.location.includes(' ')
  return isPartitioned
    ? `tableoid || ' ' || ctid::text = any (${locations}::text[])`
    : `ctid = any (${locations}::tid[])`
}

/**
 * The value of another row of the seed, where a constraint or the type does not take any; that row may be gone here. As
 * text, since not all types can be compared. One for all: the first value there is, or the second where that is stored.
 */
function storedValue(table: string, column: string, isEqualForAll: boolean): string {
  const text = `o.${column}::text`
  const found = (what: string, other: string, order: string) =>
    `(select ${what} from before.${table} o where ${text} is distinct from ${other} order by ${order} limit 1)`
  const own = `${table}.${column}::text`
  if (!isEqualForAll)
    return `coalesce(${found(`o.${column}`, own, `md5(o.ctid::text || ${table}.ctid::text)`)}, ${column})`
  // Asked of the whole table and not of each row: there may be hundreds.
  const first = found(text, 'null', text)
  return `coalesce(case when ${own} is distinct from ${first} then ${found(`o.${column}`, 'null', text)}
    else ${found(`o.${column}`, first, text)} end, ${column})`
}

/** A value of the type that is not the stored one; undefined for a type of which none is known. */
function otherValue(column: string, type: string, isEnum: boolean, isEqualForAll: boolean): string | undefined {
  const seed = isEqualForAll ? "'0'" : 'ctid::text'
  const number = isEqualForAll ? '42' : `(17 + abs(hashtext(ctid::text)) % 883)`
  if (type.endsWith('[]')) return `'{}'::${type}`
  if (/^(numeric|double|real|money)/.test(type)) return `${number}::numeric${toFit(type)}`
  if (/^(smallint|integer|bigint)$/.test(type)) return number
  if (type === 'boolean') return isEqualForAll ? `not coalesce(${column}, false)` : `(hashtext(ctid::text) % 2 = 0)`
  if (/^(timestamp|date$)/.test(type)) return `(timestamp '2001-01-01' + ${number} * interval '1 day')::${type}`
  if (/^interval|^time/.test(type)) return `(${number} % 24 * interval '1 hour')::${type}`
  if (type === 'uuid') return `md5(${seed})::uuid`
  if (/^jsonb?$/.test(type)) return `to_jsonb(${number})::${type}`
  if (/^(text|character|citext|bytea|name)/.test(type)) return `('x' || left(md5(${seed}), 3))::${type}`
  if (!isEnum) return undefined
  // Its first label, or its last where the first is stored.
  return isEqualForAll
    ? `case when ${column} = enum_first(null::${type}) then enum_last(null::${type}) else enum_first(null::${type}) end`
    : `(enum_range(null::${type}))[1 + abs(hashtext(ctid::text)) % array_length(enum_range(null::${type}), 1)]`
}

/** `numeric(4,3)` has room for one digit before the point, where our numbers have up to three. */
function toFit(type: string): string {
  const [, precision, scale = '0'] = /^numeric\((\d+)(?:,(-?\d+))?\)$/.exec(type) ?? []
  const missing = precision === undefined ? 0 : 3 - (Number(precision) - Number(scale))
  return missing > 0 ? ` / ${10 ** missing}` : ''
}
