// The SELECTs that a client may send on one table or view.

import type { Value } from '../../plan/plan.ts'
import type { GrantedColumn } from '../../postgres/rights.ts'
import type { Actor } from '../../worlds/actors.ts'
import { keyCondition, listedNames, named, type Target, written } from './caller.ts'
import type { ClientStatement } from './client-statement.ts'

/** The most hidden values of a column that are asked for. */
const MOST_ASKED = 3

/** All that the role may read of the relation: what nearly all leaks show in. */
export function wholeRows({ relation }: Target): ClientStatement[] {
  const columns = relation.columns.filter(({ mayRead }) => mayRead)
  if (columns.length === 0) return []
  return [{ sql: `select ${listedNames(columns)} from ${named(relation.name)}`, why: 'all columns that are granted' }]
}

/** Counts, filters and orders by columns that rules name, and locks. */
export function readStatements(target: Target, actor: Pick<Actor, 'worlds'>): ClientStatement[] {
  const { relation, key, rows } = target
  const readable = relation.columns.filter(({ mayRead }) => mayRead)
  const [first] = readable
  if (!first) return []
  const from = `from ${named(relation.name)}`
  const shown = key.length > 0 ? listedNames(key) : named(first.name)
  const ask = (row: Record<string, Value>) => ({
    sql: `select ${shown} ${from} where ${keyCondition(target, row)}`,
    why: 'the key of a hidden row',
  })
  return [
    { sql: `select count(*) ${from}`, why: 'a count' },
    ...(key.length > 0 ? rows.foreign.slice(0, MOST_ASKED).map(ask) : []),
    ...readable.flatMap(column => aboutColumn(target, column, hiddenIn(target, column, actor), shown)),
    ...locks(target, shown),
  ]
}

/** Values that a rule hides in this column. Undefined: no rule is about the column. */
function hiddenIn(
  { relation }: Target,
  { name }: GrantedColumn,
  { worlds }: Pick<Actor, 'worlds'>,
): Value[] | undefined {
  const hidden = worlds
    .filter(({ kind }) => kind === 'columns')
    .flatMap(world => world.hidden)
    .filter(({ table, columns }) => relation.sources.includes(table) && columns.includes(name))
  if (hidden.length === 0) return undefined
  const values = hidden.map(({ image }) => (JSON.parse(image) as Record<string, unknown>)[name])
  return [...new Set(values.flatMap(value => (typeof value === 'object' ? [] : String(value))))].slice(0, MOST_ASKED)
}

/** A client asks a column that it may name without being shown it: by its own, by a filter, by an order. */
function aboutColumn(
  { relation, key }: Target,
  { name, type }: GrantedColumn,
  hidden: Value[] | undefined,
  shown: string,
): ClientStatement[] {
  if (hidden === undefined) return []
  const [from, column] = [`from ${named(relation.name)}`, named(name)]
  const order = [column, ...key.map(one => named(one.name))].join(', ')
  return [
    { sql: `select ${column} ${from}`, why: `${name} alone` },
    { sql: `select count(${column}), max(${column}::text) ${from}`, why: `the greatest ${name}` },
    { sql: `select ${shown} ${from} order by ${order} limit 1`, why: `the first by ${name}` },
    ...hidden.map(value => ({
      sql: `select ${shown} ${from} where ${column} = ${written(value, type)}`,
      why: `a filter by a hidden ${name}`,
    })),
  ]
}

/** PostgreSQL asks for the right to update a column, and applies the policies for UPDATE too. */
function locks({ relation }: Target, shown: string): ClientStatement[] {
  if (!relation.columns.some(({ mayUpdate }) => mayUpdate)) return []
  return ['for update', 'for share'].map(lock => ({
    sql: `select ${shown} from ${named(relation.name)} ${lock}`,
    why: `rows locked ${lock}`,
  }))
}
