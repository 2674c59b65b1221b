// The INSERTs that a client may send on one table or view: alone, with ON CONFLICT, and by MERGE.

import type { GrantedColumn } from '../../postgres/rights.ts'
import type { Actor } from '../../worlds/actors.ts'
import { keyCondition, listedNames, named, newValue, type Target, valuesFor, written } from './caller.ts'
import { namedRows, returning, updatable } from './change-statements.ts'
import { type ClientStatement, isOpenKey, uniqueKeys } from './client-statement.ts'
import type { KnownData, KnownRow } from './known-rows.ts'

type Viewer = Pick<Actor, 'hidden'>

/** How many rows are copied to make new ones. */
const MOST_COPIED = { own: 2, foreign: 2 }
const MOST_MERGED_COLUMNS = 3

/** New rows like one that the caller may see and like hidden ones, and with each column given other values. */
export function inserts(data: KnownData, actor: Viewer, target: Target): ClientStatement[] {
  const columns = insertable(target)
  if (columns.length === 0) return []
  const [base, ...others] = copied(target)
  if (!base) return []
  const plain = insert(target, base.values, `INSERT, as ${base.what} has it`)
  const varied = columns.flatMap(column =>
    valuesFor(data, actor, target, column)
      .filter(({ value }) => value !== base.values[column.name])
      .map(({ value, what }) => ({
        ...insert(target, { ...base.values, [column.name]: value }, `INSERT: ${column.name} with ${what}`),
        ...(isOpenKey(target, column) ? { isOfOpenKey: true as const } : {}),
      })),
  )
  return [
    plain,
    ...returning(target, plain),
    ...others.map(({ values, what }) => insert(target, values, `INSERT, as ${what} has it`)),
    ...varied,
  ]
}

/** INSERT … ON CONFLICT on each unique key, with the keys of rows that are there. */
export function upserts(target: Target): ClientStatement[] {
  const columns = insertable(target)
  const [base] = copied(target)
  if (!base) return []
  return uniqueKeys(target.table).flatMap(key => {
    if (key.length === 0 || !key.every(name => columns.some(column => column.name === name))) return []
    const isOpen = columns.some(column => key.includes(column.name) && isOpenKey(target, column))
    const conflict = `on conflict (${key.map(named).join(', ')})`
    const set = updatable(target)
      .filter(({ name }) => !key.includes(name) && columns.some(column => column.name === name))
      .map(({ name }) => `${named(name)} = excluded.${named(name)}`)
    const actions = ['do nothing', ...(set.length > 0 ? [`do update set ${set.join(', ')}`] : [])]
    return conflictingRows(target).flatMap(({ row, what }) => {
      const values = { ...base.values, ...Object.fromEntries(key.map(name => [name, row[name] ?? null])) }
      return actions.flatMap(action => {
        const { sql } = insert(target, values, '')
        const one: ClientStatement = {
          sql: `${sql} ${conflict} ${action}`,
          why: `upsert on the key of ${what}, ${action.startsWith('do nothing') ? 'DO NOTHING' : 'DO UPDATE'}`,
          ...(isOpen ? { isOfOpenKey: true } : {}),
        }
        return [one, ...returning(target, one)]
      })
    })
  })
}

/** MERGE with each action. Before PostgreSQL 17, MERGE takes no views and has no RETURNING. */
export function merges(data: KnownData, actor: Viewer, target: Target): ClientStatement[] {
  const { relation, key } = target
  if (!relation.isTable || key.length === 0) return []
  const into = (row: KnownRow) => {
    const values = key.map(({ name, type }) => `${written(row[name], type)}::${type}`).join(', ')
    const condition = key.map(({ name }) => `t.${named(name)} = s.${named(name)}`).join(' and ')
    return `merge into ${named(relation.name)} as t using (values (${values})) as s (${listedNames(key)}) on ${condition}`
  }
  const [base] = copied(target)
  const isNew = (row: KnownRow) =>
    namedRows(target).every(one => keyCondition(target, one.row) !== keyCondition(target, row))
  const fresh = Object.fromEntries(key.map(({ name, type }) => [name, newValue(type) ?? null]))
  const changed = updatable(target)
    .filter(column => !isOpenKey(target, column))
    .slice(0, MOST_MERGED_COLUMNS)
    .flatMap(column =>
      valuesFor(data, actor, target, column)
        .slice(0, 1)
        .map(({ value }) => ({ column, value })),
    )
  return [
    ...namedRows(target).flatMap(({ row, what }) => [
      ...changed.map(({ column, value }) => ({
        sql: `${into(row)} when matched then update set ${named(column.name)} = ${written(value, column.type)}`,
        why: `MERGE that updates ${column.name} of ${what}`,
      })),
      ...(relation.mayDelete
        ? [{ sql: `${into(row)} when matched then delete`, why: `MERGE that deletes ${what}` }]
        : []),
    ]),
    ...(base && insertable(target).length > 0 && isNew(fresh)
      ? copied(target).map(({ values, what }) => ({
          sql: `${into(fresh)} when not matched then insert ${valuesList(target, values)}`,
          why: `MERGE that inserts, as ${what} has it`,
        }))
      : []),
  ]
}

function insertable({ relation }: Target): GrantedColumn[] {
  return relation.columns.filter(({ mayInsert }) => mayInsert)
}

function conflictingRows({ rows }: Target): { row: KnownRow; what: string }[] {
  return [
    ...rows.own.slice(0, MOST_COPIED.own).map(row => ({ row, what: 'a row in sight' })),
    ...rows.foreign.slice(0, MOST_COPIED.foreign).map(row => ({ row, what: 'a hidden row' })),
  ]
}

/**
 * Values for new rows: those of rows that are there, without columns that have a default. A key that no other table gives is
 * a new one.
 */
function copied(target: Target): { values: KnownRow; what: string }[] {
  const { table } = target
  const unique = new Set(uniqueKeys(table).flat())
  const pointing = new Set((table?.references ?? []).flatMap(({ columns }) => columns))
  const wanted = insertable(target).filter(({ hasDefault }) => !hasDefault)
  const valuesOf = (row: KnownRow): KnownRow =>
    Object.fromEntries(
      wanted.map(({ name, type }) => {
        const isNew = unique.has(name) && !pointing.has(name)
        return [name, (isNew ? newValue(type) : undefined) ?? row[name] ?? newValue(type) ?? null]
      }),
    )
  const rows = conflictingRows(target)
  const likeNone = { row: {}, what: 'a table without rows' }
  return (rows.length > 0 ? rows : [likeNone]).map(({ row, what }) => ({ values: valuesOf(row), what }))
}

function insert(target: Target, values: KnownRow, why: string): ClientStatement {
  return { sql: `insert into ${named(target.relation.name)} ${valuesList(target, values)}`, why }
}

/** `(doc_id, person_id) values (11, 2)` */
function valuesList(target: Target, values: KnownRow): string {
  const columns = insertable(target).filter(({ name }) => name in values)
  if (columns.length === 0) return 'default values'
  const list = columns.map(({ name, type }) => written(values[name], type)).join(', ')
  return `(${listedNames(columns)}) values (${list})`
}
