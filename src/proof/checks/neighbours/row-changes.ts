// A neighbour of the seed: the same rows, but one of them has another value in one column, or has a copy with another value.

import { floodOfAll } from '../../database/flood-tables.ts'
import { LOG_TABLE } from '../../database/private-names.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import { keptSql } from '../../database/varied-seeds/each-row.ts'
import type { Value } from '../../plan/plan.ts'
import type { Column } from '../../postgres/catalog.ts'
import { identifier, literal, quoted } from '../../sql/sql-text.ts'
import type { WorldBuild } from '../../worlds/world.ts'

/** A row of the seed. */
export interface SeedRow {
  table: string
  /** Where the row is stored: see `HiddenRow`. */
  location: string
}

/** One change of the seed. */
export interface RowChange extends SeedRow {
  column: string
  value: Value
  /** What kind of value it is, in words. */
  kind: string
  /** The row stays as it is, and a copy of it gets the value. */
  isCopy: boolean
}

/** The rows with the change. It is refused where a constraint or `where` of `vary` forbids the row. */
export function changeBuild(database: TestDatabase, change: RowChange): WorldBuild {
  const table = identifier(change.table)
  const where = database.plan.vary[change.table]?.where
  const statements = [
    changeSql(database, change),
    'set constraints all immediate',
    ...(where ? [refuseSql(`exists (select from ${table} where not (${keptSql(database, where)}))`)] : []),
    // To change the seed is not a call.
    `delete from ${LOG_TABLE}`,
  ]
  return { sql: statements.join(';\n'), writes: [change.table] }
}

/**
 * The same, for worlds in which a call is judged: `where` of all tables must hold, and the schema `before` has the rows with
 * the change too.
 */
export function changeToJudge(database: TestDatabase, change: RowChange): WorldBuild {
  const { sql, writes } = changeBuild(database, change)
  const table = identifier(change.table)
  const conditions = Object.entries(database.plan.vary).flatMap(([name, { where }]) =>
    where ? `exists (select from ${identifier(name)} where not (${keptSql(database, where)}))` : [],
  )
  const statements = [
    ...(conditions.length > 0 ? [refuseSql(conditions.join(' or '))] : []),
    `delete from before.${table}`,
    `insert into before.${table} select * from public.${table}`,
  ]
  return { sql: [sql, ...statements].join(';\n'), writes }
}

/** The change as a person would say it. */
export function describeChange({ table, column, value, isCopy }: RowChange, key: string): string {
  const what = `${column} = ${value === null ? 'NULL' : quoted(value)}`
  return isCopy ? `a copy of the row ${key} of ${table} with ${what}` : `${what} in the row ${key} of ${table}`
}

/** The SQL that fails where the condition holds. */
function refuseSql(condition: string): string {
  return `do $refuse$ begin if ${condition} then raise 'refused'; end if; end $refuse$`
}

function changeSql(database: TestDatabase, change: RowChange): string {
  const { table: name, column: changed, value, isCopy } = change
  const table = identifier(name)
  const columns = (database.tables.get(name)?.columns ?? []).filter(({ isComputed }) => !isComputed)
  const type = columns.find(one => one.name === changed)?.type ?? 'text'
  const sql = literal(value, type)
  if (!isCopy) return `update ${table} set ${identifier(changed)} = ${sql} where ${isAt(change)}`
  const keys = floodOfAll(database.tables)[name] ?? []
  const values = columns.map(column => {
    if (column.name === changed) return sql
    return keys.includes(column.name) ? newKey(name, column) : identifier(column.name)
  })
  return `insert into ${table} (${columns.map(column => identifier(column.name)).join(', ')}) overriding system value
    select ${values.join(', ')} from ${table} where ${isAt(change)}`
}

/** The SQL condition that picks the row out of its table. */
export function isAt({ location }: SeedRow): string {
  const [place = '', part] = location.split(' ').toReversed()
  return `ctid = ${quoted(place)}${part === undefined ? '' : ` and tableoid = ${part}`}`
}

/** Whether a row of the table can be copied. */
export function canCopy({ tables }: TestDatabase, name: string): boolean {
  const keys = floodOfAll(tables)[name]
  const columns = tables.get(name)?.columns.filter(column => keys?.includes(column.name)) ?? []
  return keys !== undefined && columns.every(column => newKey(name, column) !== undefined)
}

/** The SQL of a key that no row has; undefined for a type of which no new values are known. */
function newKey(table: string, { name, baseType, type }: Column): string | undefined {
  const own = identifier(name)
  if (baseType === 'uuid') return `md5(${own}::text || 'copy')::uuid`
  if (/^(smallint|integer|bigint|numeric)/.test(baseType))
    return `((select max(o.${own}) from ${identifier(table)} o) + 1)::${type}`
  return /^(text|character varying)/.test(baseType) ? `(${own} || '-copy')::${type}` : undefined
}
