// The INSERTs that a client may send on one table or view: alone, and with ON CONFLICT.

import type { Actor } from '../../worlds/actors.ts'
import { isTelling, named, type Target, valuesFor } from './caller.ts'
import { plainValues, returning, updatable } from './change-statements.ts'
import { type ClientStatement, isOpenKey, uniqueKeys } from './client-statement.ts'
import type { KnownData } from './known-rows.ts'
import { insert, insertable, newRows, type TakenRow, takenRows } from './new-rows.ts'

type Viewer = Pick<Actor, 'hidden'>

/** New rows like one that the caller may see and like hidden ones, and with each column given other values. */
export function inserts(data: KnownData, actor: Viewer, target: Target): ClientStatement[] {
  const columns = insertable(target)
  const [base, ...others] = newRows(data, actor, target)
  if (columns.length === 0 || !base) return []
  const plain = insert(target, base.values, `INSERT, as ${base.what} has it`)
  const telling = columns.filter(({ name }) => isTelling(data, target, name))
  const varied = telling.flatMap(column =>
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
export function upserts(data: KnownData, actor: Viewer, target: Target): ClientStatement[] {
  const columns = insertable(target)
  const names = columns.map(({ name }) => name)
  const isOpen = (key: string[]) => columns.some(column => key.includes(column.name) && isOpenKey(target, column))
  const keys = uniqueKeys(target.table).filter(key => key.length > 0 && key.every(name => names.includes(name)))
  // A key with a default is a key of its own: with other columns beside it, it says no more.
  const open = keys.filter(isOpen).toSorted((one, other) => one.length - other.length)
  return [...open.slice(0, 1), ...keys.filter(key => !isOpen(key))].flatMap(key => {
    const updates = updatesOf(data, actor, target, key)
    return takenRows(target).flatMap((taken, nth) => {
      const sql = conflicting(data, actor, target, key, taken)
      const upsert = (action: string, why: string): ClientStatement => ({
        sql: `${sql} ${action}`,
        why: `upsert on the key of ${taken.what}, ${why}`,
        ...(isOpen(key) ? { isOfOpenKey: true } : {}),
      })
      const [first, ...others] = updates.map(action => upsert(action, 'DO UPDATE'))
      const update = first ? [first] : []
      if (!taken.isForeign) return update
      // What is not written cannot be judged by what it writes.
      const nothing = isOpen(key) ? [] : [upsert('do nothing', 'DO NOTHING')]
      const shown = nth === 1 ? [...nothing, ...update].flatMap(one => returning(target, one)) : []
      return [...update, ...others, ...nothing, ...shown]
    })
  })
}

/** A new row that has the key of a row that is there. */
function conflicting(data: KnownData, actor: Viewer, target: Target, key: string[], { row }: TakenRow): string {
  const [base] = newRows(data, actor, target)
  const values = { ...base?.values, ...Object.fromEntries(key.map(name => [name, row[name] ?? null])) }
  return `${insert(target, values, '').sql} on conflict (${key.map(named).join(', ')})`
}

/** DO UPDATE of one plain column, and of all columns that the role may update. */
function updatesOf(data: KnownData, actor: Viewer, target: Target, key: string[]): string[] {
  const names = insertable(target).map(({ name }) => name)
  const set = updatable(target).filter(
    column => names.includes(column.name) && !key.includes(column.name) && !isOpenKey(target, column),
  )
  const plain = plainValues(data, actor, target).filter(({ column }) => set.includes(column))
  return [...plain.map(({ column }) => [column]), ...(set.length > 1 ? [set] : [])].map(
    list => `do update set ${list.map(({ name }) => `${named(name)} = excluded.${named(name)}`).join(', ')}`,
  )
}
