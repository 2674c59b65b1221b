// The MERGEs that a client may send on one table, with each action. Before PostgreSQL 17, MERGE takes no views and has no RETURNING.

import type { Actor } from '../../worlds/actors.ts'
import { keyCondition, listedNames, named, newValue, type Target, written } from './caller.ts'
import { namedRows, plainValues } from './change-statements.ts'
import type { ClientStatement } from './client-statement.ts'
import type { KnownData, KnownRow } from './known-rows.ts'
import { insertable, newRows, valuesList } from './new-rows.ts'

const MOST_MERGED = { own: 1, foreign: 2 }

export function merges(data: KnownData, actor: Pick<Actor, 'hidden'>, target: Target): ClientStatement[] {
  const { relation, key } = target
  if (!relation.isTable || key.length === 0) return []
  const [own = [], foreign = []] = [false, true].map(isForeign =>
    namedRows(target).filter(one => one.isForeign === isForeign),
  )
  const rows = [...own.slice(0, MOST_MERGED.own), ...foreign.slice(0, MOST_MERGED.foreign)]
  return [
    ...rows.flatMap(({ row, what }) => [
      ...plainValues(data, actor, target).map(({ column, value }) => ({
        sql: `${mergeInto(target, row)} when matched then update set ${named(column.name)} = ${written(value.value, column.type)}`,
        why: `MERGE that updates ${column.name} of ${what}`,
      })),
      ...(relation.mayDelete
        ? [{ sql: `${mergeInto(target, row)} when matched then delete`, why: `MERGE that deletes ${what}` }]
        : []),
    ]),
    ...mergedInserts(data, actor, target),
  ]
}

function mergedInserts(data: KnownData, actor: Pick<Actor, 'hidden'>, target: Target): ClientStatement[] {
  const fresh = Object.fromEntries(target.key.map(({ name, type }) => [name, newValue(type) ?? null]))
  const isTaken = namedRows(target).some(({ row }) => keyCondition(target, row) === keyCondition(target, fresh))
  if (isTaken || insertable(target).length === 0) return []
  return newRows(data, actor, target).map(({ values, what }) => ({
    sql: `${mergeInto(target, fresh)} when not matched then insert ${valuesList(target, values)}`,
    why: `MERGE that inserts, as ${what} has it`,
  }))
}

function mergeInto({ relation, key }: Target, row: KnownRow): string {
  const values = key.map(({ name, type }) => `${written(row[name], type)}::${type}`).join(', ')
  const condition = key.map(({ name }) => `t.${named(name)} = s.${named(name)}`).join(' and ')
  return `merge into ${named(relation.name)} as t using (values (${values})) as s (${listedNames(key)}) on ${condition}`
}
