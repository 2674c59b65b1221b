// New rows that a client may insert, made from rows that are there.

import type { GrantedColumn } from '../../postgres/rights.ts'
import type { Actor } from '../../worlds/actors.ts'
import { listedNames, named, newValue, type Target, valuesFor, written } from './caller.ts'
import { type ClientStatement, uniqueKeys } from './client-statement.ts'
import type { KnownData, KnownRow } from './known-rows.ts'

/** A row that is there, and what it is to the caller. */
export interface TakenRow {
  row: KnownRow
  what: string
  isForeign: boolean
}

/** How many rows are copied to make new ones. */
const MOST_COPIED = { own: 1, foreign: 2 }

/** Rows that are copied, and whose keys are written again. */
export function takenRows({ rows }: Target): TakenRow[] {
  return [
    ...rows.own.slice(0, MOST_COPIED.own).map(row => ({ row, what: 'a row in sight', isForeign: false })),
    ...rows.foreign.slice(0, MOST_COPIED.foreign).map(row => ({ row, what: 'a hidden row', isForeign: true })),
  ]
}

/**
 * Values for new rows: those of rows that are there, without columns that have a default. A key that points at no other table
 * is a new one.
 */
export function newRows(
  data: KnownData,
  actor: Pick<Actor, 'hidden'>,
  target: Target,
): { values: KnownRow; what: string }[] {
  const { table } = target
  const pointing = new Set((table?.references ?? []).flatMap(({ columns }) => columns))
  const unique = new Set(
    uniqueKeys(table)
      .flat()
      .filter(name => !pointing.has(name)),
  )
  const newValueOf = (row: KnownRow, column: GrantedColumn) => {
    const { name, type } = column
    if (!unique.has(name) && row[name] !== undefined) return row[name]
    return newValue(type) ?? row[name] ?? valuesFor(data, actor, target, column)[0]?.value ?? null
  }
  const wanted = insertable(target).filter(({ hasDefault }) => !hasDefault)
  const taken = takenRows(target)
  return (taken.length > 0 ? taken : [{ row: {}, what: 'a new row' }]).map(({ row, what }) => ({
    values: Object.fromEntries(wanted.map(column => [column.name, newValueOf(row, column)])),
    what,
  }))
}

export function insertable({ relation }: Target): GrantedColumn[] {
  return relation.columns.filter(({ mayInsert }) => mayInsert)
}

export function insert(target: Target, values: KnownRow, why: string): ClientStatement {
  return { sql: `insert into ${named(target.relation.name)} ${valuesList(target, values)}`, why }
}

/** `(doc_id, person_id) values (11, 2)` */
export function valuesList(target: Target, values: KnownRow): string {
  const columns = insertable(target).filter(({ name }) => name in values)
  if (columns.length === 0) return 'default values'
  const list = columns.map(({ name, type }) => written(values[name], type)).join(', ')
  return `(${listedNames(columns)}) values (${list})`
}
