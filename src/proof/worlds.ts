// The worlds that a case is run in, each built inside a transaction that is rolled back.

import type { Laboratory } from './laboratory.ts'
import type { RulePlan, Value } from './plan.ts'
import { DatabaseError } from './session.ts'
import { identifier, quoted } from './sql-text.ts'
import {
  deletionSql,
  findHiddenColumns,
  findHiddenRows,
  type HiddenRow,
  overwriteSql,
  withoutTriggers,
} from './visibility.ts'

// The first rows are those of the tenant that a seed starts with; copying all would take seconds.
const MOST_FLOODED = 100

/** A way of building what a caller could not tell from the real database if the rule held. */
export interface World {
  rule: string
  kind: 'rows' | 'columns'
  hidden: HiddenRow[]
  /** With all hidden rows, or with some of them. */
  build(rows: HiddenRow[]): string
  /** Columns of changes that are hidden themselves and so differ of necessity. */
  ignored: ReadonlySet<string>
}

/** The worlds of one rule for one caller; none where the rule hides nothing from them. */
export async function findWorlds(
  laboratory: Laboratory,
  rule: RulePlan,
  context: Record<string, Value>,
): Promise<World[]> {
  const worlds: World[] = []
  const rows = await findHiddenRows(laboratory, rule, context)
  if (rows.length > 0)
    worlds.push({ rule: rule.id, kind: 'rows', hidden: rows, build: deletionSql, ignored: new Set() })
  const columns = await findHiddenColumns(laboratory, rule, context)
  if (columns.length > 0) {
    const ignored = new Set(Object.keys(rule.columns))
    for (const isEqualForAll of [true, false]) {
      const build = (some: HiddenRow[]) => overwriteSql(laboratory, some, isEqualForAll)
      worlds.push({ rule: rule.id, kind: 'columns', hidden: columns, build, ignored })
    }
  }
  return worlds
}

/** One world without anything that any rule hides: a call that gives the same there needs no world of its own. */
export function combinedWorld(worlds: World[]): { sql: string; ignored: ReadonlySet<string> } {
  const rows = new Map(
    worlds
      .filter(({ kind }) => kind === 'rows')
      .flatMap(({ hidden }) => hidden.map(row => [`${row.table} ${row.place}`, row])),
  )
  // Of the two worlds of a rule about columns the second, with another value in each row, shows more.
  const columns = worlds.filter(({ kind }, index) => kind === 'columns' && worlds[index - 1]?.kind === 'columns')
  const parts = columns.map(world => world.build(world.hidden.filter(row => !rows.has(`${row.table} ${row.place}`))))
  return {
    sql: [deletionSql([...rows.values()]), ...parts].join(';\n'),
    ignored: new Set(worlds.flatMap(({ ignored }) => [...ignored])),
  }
}

/** Runs the work in a world of its own. False: the world could not be built, since a constraint forbids the values. */
export async function inWorld(laboratory: Laboratory, sql: string, work: () => Promise<void>): Promise<boolean> {
  await laboratory.session.run('begin')
  try {
    try {
      if (sql !== '') await laboratory.session.run(sql)
    } catch (error) {
      if (error instanceof DatabaseError) return false
      throw error
    }
    await work()
    return true
  } finally {
    await laboratory.session.run('rollback')
  }
}

/** The same rows, but each table written anew from its end: what depends on their order comes out otherwise. */
export function reversalSql(laboratory: Laboratory): string {
  const statements = [...laboratory.tables.values()].map(({ name, columns }) => {
    const table = identifier(name)
    const list = columns.filter(({ isComputed }) => !isComputed).map(column => identifier(column.name))
    return `create temporary table proof_reversed on commit drop as select * from ${table} order by ctid desc;
      delete from ${table};
      insert into ${table} (${list.join(', ')}) overriding system value select ${list.join(', ')} from proof_reversed;
      drop table proof_reversed`
  })
  return withoutTriggers(statements)
}

/** So many copies of rows of the tables, of those with the keys where there are any, with other values in the columns that must be unique. */
export function floodSql(
  laboratory: Laboratory,
  flood: Record<string, string[]>,
  copies: number,
  keys: string[],
): string {
  const statements = Object.entries(flood).map(([name, renewed]) => {
    const columns = laboratory.tables.get(name)?.columns.filter(({ isComputed }) => !isComputed) ?? []
    const list = columns.map(column => identifier(column.name))
    const values = columns.map(column => {
      const value = `t.${identifier(column.name)}`
      return renewed.includes(column.name) ? renewedValue(value, column.type) : value
    })
    return `insert into ${identifier(name)} (${list.join(', ')}) overriding system value
      select ${values.join(', ')} from (${floodedRows(laboratory, name, keys)}) t, generate_series(1, ${copies}) n`
  })
  return withoutTriggers(statements)
}

/** The rows that are known to be permitted; of a table that has none of them, the first. */
function floodedRows(laboratory: Laboratory, name: string, keys: string[]): string {
  const table = identifier(name)
  const first = `select * from (select * from ${table} order by ctid limit ${MOST_FLOODED}) first_rows`
  const key = laboratory.tables.get(name)?.primaryKey[0]
  if (key === undefined || keys.length === 0) return first
  const isKnown = `${identifier(key)}::text = any (array[${keys.map(quoted).join(', ')}])`
  return `select * from ${table} where ${isKnown} union all ${first} where not exists (select from ${table} where ${isKnown})`
}

function renewedValue(value: string, type: string): string {
  if (type === 'uuid') return `md5(${value}::text || n)::uuid`
  if (/^(numeric|(small|big)?int|double|real)/.test(type)) return `(${value} + n * 1000)::${type}`
  if (/^(timestamp|date)/.test(type)) return `(${value} + n * interval '1 minute')::${type}`
  return `(${value} || '~' || n)::${type}`
}
