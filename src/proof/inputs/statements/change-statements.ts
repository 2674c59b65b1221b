// The UPDATEs and DELETEs that a client may send on one table or view.

import type { GrantedColumn } from '../../postgres/rights.ts'
import type { Actor } from '../../worlds/actors.ts'
import { isText } from '../value-types.ts'
import {
  type ColumnValue,
  isTelling,
  keyCondition,
  listedNames,
  named,
  type Target,
  valuesFor,
  written,
} from './caller.ts'
import { type ClientStatement, isOpenKey } from './client-statement.ts'
import type { KnownData, KnownRow } from './known-rows.ts'

/** How many rows are named by their key: those that the caller may see, and the first that each rule hides. */
const MOST_ROWS = { own: 6, foreign: 3 }
/** How many rows in sight get each value of a list. */
const MOST_CHOSEN = 3

/** Statements on all rows at once: the policies decide alone which rows they reach. */
export function wholeChanges(data: KnownData, actor: Pick<Actor, 'hidden'>, target: Target): ClientStatement[] {
  const { relation } = target
  return [
    ...plainValues(data, actor, target).map(({ column, value }) => update(target, column, value)),
    ...(relation.mayDelete ? [{ sql: `delete from ${named(relation.name)}`, why: 'DELETE of all rows' }] : []),
  ]
}

/** Statements on rows that the caller may see, and on hidden ones. */
export function changesByKey(data: KnownData, actor: Pick<Actor, 'hidden'>, target: Target): ClientStatement[] {
  const { relation } = target
  const plain = plainValues(data, actor, target)
  return namedRows(target).flatMap(({ row, what }) => [
    ...plain.map(({ column, value }) => update(target, column, value, row, what)),
    ...(relation.mayDelete ? [deletion(target, row, what)] : []),
  ])
}

/**
 * Each column that rules or keys are about gets each of its values: in all rows, so that no policy for SELECT is asked, and in
 * a row that the caller may see, for where one of all rows fails.
 */
export function updates(data: KnownData, actor: Pick<Actor, 'hidden'>, target: Target): ClientStatement[] {
  const own = namedRows(target).filter(({ isForeign }) => !isForeign)
  const [foreign] = namedRows(target).filter(({ isForeign }) => isForeign)
  const telling = updatable(target).filter(({ name }) => isTelling(data, target, name))
  const whole = wholeChanges(data, actor, target)
  return [
    ...telling.flatMap(column =>
      valuesFor(data, actor, target, column).flatMap((value, nth) => {
        const others = own.filter(({ row }) => row[column.name] !== value.value)
        const rows = value.isChoice
          ? others.slice(0, MOST_CHOSEN)
          : others.slice(nth % Math.max(others.length, 1)).slice(0, 1)
        return [update(target, column, value), ...rows.map(({ row, what }) => update(target, column, value, row, what))]
      }),
    ),
    ...pairsOf(telling).flatMap(pair => together(data, actor, target, pair)),
    ...whole.flatMap(one => returning(target, one)),
    ...(foreign ? plainValues(data, actor, target) : []).flatMap(({ column, value }) =>
      returning(target, update(target, column, value, foreign?.row, foreign?.what)),
    ),
  ]
}

/** How many values each pair of columns gets. */
const MOST_TOGETHER = 15

/**
 * Two columns in one statement: a trigger may judge the title of a document by the status that the same statement gives it. Each
 * value of the one goes with each of the other, on rows in sight in turn. A status goes to rows of each other status.
 */
function together(
  data: KnownData,
  actor: Pick<Actor, 'hidden'>,
  target: Target,
  [one, other]: [GrantedColumn, GrantedColumn],
): ClientStatement[] {
  const own = namedRows(target).filter(({ isForeign }) => !isForeign)
  const pairs = valuesFor(data, actor, target, one).flatMap((first, nth) =>
    valuesFor(data, actor, target, other).flatMap((second, at) => {
      const chosen = second.isChoice
        ? { name: other.name, value: second.value }
        : { name: one.name, value: first.value }
      const others = own.filter(({ row }) => row[chosen.name] !== chosen.value)
      const rows = first.isChoice || second.isChoice ? others.slice(0, MOST_CHOSEN) : others.slice(nth + at).slice(0, 1)
      return rows.map(found => ({ first, second, found }))
    }),
  )
  // Pairs that are far apart in the list have other values on both sides.
  const step = Math.max(1, Math.ceil(pairs.length / MOST_TOGETHER))
  return pairs
    .filter((_, nth) => nth % step === 0)
    .flatMap(({ first, second, found }) => {
      const { sql, why, ...more } = update(target, one, first, found.row, found.what)
      const added = `${named(other.name)} = ${written(second.value, other.type)}`
      const isOfOpenKey = isOpenKey(target, other) ? { isOfOpenKey: true as const } : {}
      return [
        {
          ...{ ...more, ...isOfOpenKey },
          sql: sql.replace(/ where (?!.* where )/, () => `, ${added} where `),
          why: `${why}, and ${other.name} to ${second.what}`,
        },
      ]
    })
}

function pairsOf<T>(items: T[]): [T, T][] {
  return items.flatMap((one, at) => items.slice(at + 1).map((other): [T, T] => [one, other]))
}

/** The statement with all columns that the role may read. */
export function returning({ relation }: Target, { sql, why, ...more }: ClientStatement): ClientStatement[] {
  const readable = relation.columns.filter(({ mayRead }) => mayRead)
  return readable.length === 0
    ? []
    : [{ ...more, sql: `${sql} returning ${listedNames(readable)}`, why: `${why}, RETURNING` }]
}

/** A column that says nothing of whose row it is, with a value: a change of it shows which rows can be changed. */
export function plainValues(
  data: KnownData,
  actor: Pick<Actor, 'hidden'>,
  target: Target,
): { column: GrantedColumn; value: ColumnValue }[] {
  const columns = updatable(target).filter(column => !isOpenKey(target, column))
  const plain = columns.filter(({ name }) => !isTelling(data, target, name))
  const column = plain.find(({ type }) => isText(type)) ?? plain[0] ?? columns[0]
  const [value] = column ? valuesFor(data, actor, target, column) : []
  return column && value ? [{ column, value }] : []
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
