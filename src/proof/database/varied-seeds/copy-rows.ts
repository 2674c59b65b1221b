// Copies of rows: two rows where an author thinks of one.

import type { VariedTable } from '../../plan/plan.ts'
import type { Column } from '../../postgres/catalog.ts'
import { identifier, quoted } from '../../sql/sql-text.ts'
import { floodOfAll } from '../flood-tables.ts'
import type { TestDatabase } from '../test-database.ts'
import { eachRow, nowSql, valueSql } from './each-row.ts'

/** Of a hundred rows of a large table, how many get a copy. */
const COPIED_SHARE = 20

/**
 * The SQL of the span by which all times of a copy are moved, so that its first time lies a little before or after now: what
 * ended begins again later.
 */
function shiftSql(first: string, now: string): string {
  const days = "(array[-20, -1, 1, 20])[1 + abs(hashtext(cell.pick || attempt || 'shift')) % 4]"
  return `(${now}::timestamptz + ${days} * interval '1 day' - ${first}::timestamptz)`
}

/**
 * Adds copies of rows, each with other values in some of the varied columns, or with all of its times moved: a second link of
 * the same two people, at another time. A copy that a constraint refuses is tried again with fewer other values.
 */
export function copySql(
  database: TestDatabase,
  name: string,
  { columns: varied, where }: VariedTable,
  salt: string,
  copies: number,
): string {
  const table = identifier(name)
  const { keys, written, times } = columnsOf(database, name, varied)
  const isTime = (column: Column) => times.includes(column)
  const [now, [first]] = [nowSql(database), times]
  const shift = now && first && times.length > 1 ? shiftSql(`${table}.${identifier(first.name)}`, now) : undefined
  const values = written.map(column => {
    const own = `${table}.${identifier(column.name)}`
    const kept = keys?.includes(column.name) ? newKey(name, column, own, 'cell.pick') : own
    const other = varied.includes(column.name) ? valueSql(database, name, column.name) : undefined
    if (other === undefined) return kept
    // Some copies have one other value, some have many.
    const isOther = `abs(hashtext(cell.pick || attempt || ${quoted(column.name)})) % (1 + attempt + abs(hashtext(cell.pick)) % 5) = 0`
    const isMoved = shift !== undefined && isTime(column)
    const moved = isMoved
      ? `when abs(hashtext(cell.pick || attempt || 'moved')) % 4 = 0 then (${own} + ${shift})::${column.type} `
      : ''
    return `case ${moved}when ${isOther} then ${other} else ${kept} end`
  })
  if (keys === undefined || values.includes(undefined)) return ''
  const insert = insertSql(table, written, values, 'cell')
  const size = `(select greatest(count(*), 1) from ${table})`
  const share = `greatest(${COPIED_SHARE}, 100 * ${copies} / ${size})`
  return eachRow(database, name, `${salt} copy`, { share, times: `1 + ${copies} / ${size}` }, where, [insert])
}

/** Of a hundred rows that hold now, how many end yesterday and begin again tomorrow. */
const SPLIT_SHARE = 30

/** Splits rows that hold now into two with a gap between them: a membership that ended, and begins again. */
export function gapSql(
  database: TestDatabase,
  name: string,
  { columns: varied, where }: VariedTable,
  salt: string,
): string {
  const table = identifier(name)
  const { keys, written, times } = columnsOf(database, name, varied)
  const [now, [start, end]] = [nowSql(database), times]
  if (now === undefined || !start || !end || keys === undefined) return ''
  const day = (days: number) => `${now}::timestamptz + interval '${days} day'`
  const values = written.map(column => {
    const own = `${table}.${identifier(column.name)}`
    if (column === start) return `(${day(1)})::${column.type}`
    if (column === end) return column.isNullable ? 'null' : `(${day(30)})::${column.type}`
    return keys.includes(column.name) ? newKey(name, column, own, 'cell.pick') : own
  })
  if (values.includes(undefined)) return ''
  const statements = [endRowSql(table, start, end, now), insertSql(table, written, values, 'changed')]
  return eachRow(database, name, `${salt} gap`, { share: `${SPLIT_SHARE}`, times: '1' }, where, statements)
}

/** Of a hundred values of a foreign key, for how many all rows that hold now end. */
const ENDED_SHARE = 12

/** Ends all rows of somebody that hold now: a person without any membership. */
export function endSql(
  database: TestDatabase,
  name: string,
  { columns: varied, where }: VariedTable,
  salt: string,
): string {
  const table = identifier(name)
  const [now, [start, end]] = [nowSql(database), columnsOf(database, name, varied).times]
  if (now === undefined || !start || !end) return ''
  const { references = [] } = database.tables.get(name) ?? {}
  const update = endRowSql(table, start, end, now)
  const ended = references.map(({ columns }) => {
    const key = `concat_ws(' ', ${columns.map(column => `${table}.${identifier(column)}`).join(', ')})`
    return eachRow(database, name, `${salt} ${columns}`, { share: `${ENDED_SHARE}`, times: '1', by: key }, where, [
      update,
    ])
  })
  return ended.join('\n')
}

/** The SQL that ends a row yesterday, if it holds now and has begun before. */
function endRowSql(table: string, start: Column, end: Column, now: string): string {
  const yesterday = `(${now}::timestamptz - interval '1 day')`
  return `update ${table} set ${identifier(end.name)} = ${yesterday}::${end.type} where ctid = cell.at and tableoid = cell.part
          and ${identifier(start.name)} < ${yesterday} and coalesce(${identifier(end.name)}, 'infinity') > ${now}`
}

/** What is written of a table: its columns, those that make a row unique, and the times among those that vary. */
function columnsOf({ tables }: TestDatabase, name: string, varied: string[]) {
  const written = (tables.get(name)?.columns ?? []).filter(({ isComputed }) => !isComputed)
  const isTime = ({ name: column, baseType }: Column) => varied.includes(column) && /^(timestamp|date$)/.test(baseType)
  return { keys: floodOfAll(tables)[name], written, times: written.filter(isTime) }
}

/** The SQL that inserts a copy of the row that `from` tells the place of. */
function insertSql(table: string, written: Column[], values: (string | undefined)[], from: 'cell' | 'changed'): string {
  return `insert into ${table} (${written.map(({ name }) => identifier(name)).join(', ')}) overriding system value
          select ${values.join(', ')} from ${table} where ctid = ${from}.at and tableoid = ${from}.part`
}

/** The SQL of a key that no row has, made of the row's own and a text; undefined for a type of which no new values are known. */
export function newKey(table: string, { name, baseType, type }: Column, own: string, text: string): string | undefined {
  if (baseType === 'uuid') return `md5(${own}::text || ${text})::uuid`
  if (/^(smallint|integer|bigint|numeric)/.test(baseType))
    return `((select max(o.${identifier(name)}) from ${identifier(table)} o) + 1)::${type}`
  return /^(text|character varying)/.test(baseType) ? `(${own} || '-' || left(${text}, 4))::${type}` : undefined
}
