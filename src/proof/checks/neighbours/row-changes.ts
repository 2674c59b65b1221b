// A neighbour of the seed: the same rows, but one of them has another value in one column, or has a copy with another value,
// or both.

import { floodOfAll } from '../../database/flood-tables.ts'
import { LOG_TABLE } from '../../database/private-names.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import { newKey } from '../../database/varied-seeds/copy-rows.ts'
import { keptSql } from '../../database/varied-seeds/each-row.ts'
import type { Condition, Value } from '../../plan/plan.ts'
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
  /** Beside a copy, the row itself gets another value in another column: what one row had, two rows have now. */
  itself?: { column: string; value: Value }
}

/** The rows with the change. It is refused where a constraint or `where` of `vary` forbids the row. */
export function changeBuild(database: TestDatabase, change: RowChange): WorldBuild {
  return { sql: inBlock(allowedChange(database, change)), writes: [change.table] }
}

/**
 * The rows with one change, for worlds in which a call is judged: `where` of all tables must hold, and the schema `before` has
 * the rows with the change too.
 */
export function changeToJudge(database: TestDatabase, change: RowChange): WorldBuild {
  const table = identifier(change.table)
  const conditions = Object.entries(database.plan.vary).flatMap(([name, { where }]) =>
    where ? refuseBroken(database, name, where) : [],
  )
  const statements = [
    inBlock(`${allowedChange(database, change)} ${conditions.join('\n')}`),
    `delete from before.${table}`,
    `insert into before.${table} select * from public.${table}`,
  ]
  return { sql: statements.join(';\n'), writes: [change.table] }
}

/** The SQL of a block. It is a string, so that no value leads out of it. To change the seed is not a call: nothing is logged. */
function inBlock(body: string): string {
  return `do ${quoted(`declare changed record; begin ${body} end`)};\ndelete from ${LOG_TABLE}`
}

/** The PL/pgSQL that makes a change and fails where a row is not allowed. */
function allowedChange(database: TestDatabase, { itself, ...change }: RowChange): string {
  const own = itself ? allowedStep(database, { ...change, ...itself, isCopy: false }) : ''
  return `${allowedStep(database, change)} ${own}`
}

function allowedStep(database: TestDatabase, change: RowChange): string {
  const table = identifier(change.table)
  const where = database.plan.vary[change.table]?.where
  const isKept = `perform from ${table} where ctid = changed.at and tableoid = changed.part
    and ${where ? keptSql(database, where) : 'true'}; if not found then raise 'refused'; end if;`
  return `${changeSql(database, change)} returning ${table}.ctid as at, ${table}.tableoid as part into changed;
    set constraints all immediate; ${isKept}`
}

/** The PL/pgSQL that fails where a row of the table breaks `where`. */
function refuseBroken(database: TestDatabase, table: string, where: Condition): string {
  const isBroken = `exists (select from ${identifier(table)} where not (${keptSql(database, where)}))`
  return `if ${isBroken} then raise 'refused'; end if;`
}

/** The change as a person would say it. */
export function describeChange({ table, column, value, isCopy, itself, id }: RowChange & { id: string }): string {
  const what = describeValue(column, value)
  if (!isCopy) return `${what} in the row ${id} of ${table}`
  const beside = itself ? `, and ${describeValue(itself.column, itself.value)} in the row itself` : ''
  return `a copy of the row ${id} of ${table} with ${what}${beside}`
}

function describeValue(column: string, value: Value): string {
  return `${column} = ${value === null ? 'NULL' : quoted(value)}`
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
    return keys.includes(column.name) ? keyOfCopy(name, column) : identifier(column.name)
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
  return keys !== undefined && columns.every(column => keyOfCopy(name, column) !== undefined)
}

function keyOfCopy(table: string, column: Column): string | undefined {
  return newKey(table, column, identifier(column.name), "'copy'")
}
