// The UPDATEs and DELETEs that a client may send on one table or view.

import type { GrantedColumn } from '../../postgres/rights.ts'
import type { Actor } from '../../worlds/actors.ts'
import { type ColumnValue, keyCondition, listedNames, named, type Target, valuesFor, written } from './caller.ts'
import { type ClientStatement, isOpenKey } from './client-statement.ts'
import type { KnownData, KnownRow } from './known-rows.ts'

/** How many rows are named by their key: those that the caller may see, and the first that each rule hides. */
const MOST_ROWS = { own: 6, foreign: 3 }
/** How many rows in sight get each value of each column. */
const MOST_VARIED = 3

/** Statements on all rows at once: the policies decide alone which rows they reach. */
export function wholeChanges(data: KnownData, actor: Pick<Actor, 'hidden'>, target: Target): ClientStatement[] {
  const { relation } = target
  const [plain] = updatable(target).flatMap(column =>
    isOpenKey(target, column) ? [] : [{ column, value: valuesFor(data, actor, target, column)[0] }],
  )
  return [
    ...(plain?.value ? [update(target, plain.column, plain.value)] : []),
    ...(relation.mayDelete ? [{ sql: `delete from ${named(relation.name)}`, why: 'DELETE of all rows' }] : []),
  ]
}

/** Statements on rows that the caller may see, and on hidden ones. */
export function changesByKey(data: KnownData, actor: Pick<Actor, 'hidden'>, target: Target): ClientStatement[] {
  const { relation } = target
  const [plain] = updatable(target).filter(column => !isOpenKey(target, column))
  const value = plain && valuesFor(data, actor, target, plain)[0]
  return namedRows(target).flatMap(({ row, what }) => [
    ...(plain && value ? [update(target, plain, value, row, what)] : []),
    ...(relation.mayDelete ? [deletion(target, row, what)] : []),
  ])
}

/** Each column gets each of its values, in all rows and in the rows that the caller may see. */
export function updates(data: KnownData, actor: Pick<Actor, 'hidden'>, target: Target): ClientStatement[] {
  const own = namedRows(target)
    .filter(({ isForeign }) => !isForeign)
    .slice(0, MOST_VARIED)
  const [first] = updatable(target)
  return [
    ...updatable(target).flatMap(column =>
      valuesFor(data, actor, target, column).flatMap(value => [
        update(target, column, value),
        ...own.map(({ row, what }) => update(target, column, value, row, what)),
      ]),
    ),
    ...(first ? valuesFor(data, actor, target, first).slice(0, 1) : []).flatMap(value => [
      ...returning(target, update(target, first as GrantedColumn, value)),
      ...namedRows(target).flatMap(({ row, what }) =>
        returning(target, update(target, first as GrantedColumn, value, row, what)),
      ),
    ]),
    ...(target.relation.mayDelete
      ? returning(target, { sql: `delete from ${named(target.relation.name)}`, why: 'DELETE of all rows' })
      : []),
  ]
}

/** The statement with all columns that the role may read. */
export function returning({ relation }: Target, { sql, why, ...more }: ClientStatement): ClientStatement[] {
  const readable = relation.columns.filter(({ mayRead }) => mayRead)
  return readable.length === 0
    ? []
    : [{ ...more, sql: `${sql} returning ${listedNames(readable)}`, why: `${why}, RETURNING` }]
}

export function updatable({ relation }: Target): GrantedColumn[] {
  return relation.columns.filter(({ mayUpdate }) => mayUpdate)
}

/** The rows that statements name by their key. */
export function namedRows({ key, rows }: Target): { row: KnownRow; what: string; isForeign: boolean }[] {
  if (key.length === 0) return []
  return [
    ...rows.own.slice(0, MOST_ROWS.own).map(row => ({ row, what: 'a row in sight', isForeign: false })),
    ...rows.foreign.slice(0, MOST_ROWS.foreign).map(row => ({ row, what: 'a hidden row', isForeign: true })),
  ]
}

function update(
  target: Target,
  column: GrantedColumn,
  { value, what }: ColumnValue,
  row?: KnownRow,
  ofRow = 'all rows',
): ClientStatement {
  const where = row ? ` where ${keyCondition(target, row)}` : ''
  return {
    sql: `update ${named(target.relation.name)} set ${named(column.name)} = ${written(value, column.type)}${where}`,
    why: `UPDATE of ${ofRow}: ${column.name} to ${what}`,
    ...(isOpenKey(target, column) ? { isOfOpenKey: true } : {}),
  }
}

function deletion(target: Target, row: KnownRow, what: string): ClientStatement {
  return {
    sql: `delete from ${named(target.relation.name)} where ${keyCondition(target, row)}`,
    why: `DELETE of ${what}`,
  }
}
