// The worlds that a case is run in, each built inside a transaction that is rolled back.

import type { Comparison } from '../cases/sql/make-call.ts'
import { addDeadRows, type TestDatabase, vacuumDeadRows } from '../database/test-database.ts'
import { type Hidden, type HiddenRow, namedInRules } from '../database/visibility.ts'
import type { RulePlan } from '../plan/plan.ts'
import { DatabaseError, EngineError } from '../postgres/session.ts'
import { identifier } from '../sql/sql-text.ts'
import { deletionSql, emptySql, overwriteSql, withoutTriggers } from './world-sql.ts'

/** A way of building what a caller could not tell from the real database if the rule held. */
export interface World extends Comparison {
  rule: string
  /** Hidden rows are gone, hidden columns have other values or none, or hidden rows are there with other values. */
  kind: 'rows' | 'columns' | 'nulls' | 'values'
  hidden: HiddenRow[]
  /** With all hidden rows, or with some of them. */
  build(rows: HiddenRow[]): string
}

/**
 * Of a row that is there in both worlds, no error may say what is hidden in it. Where the row is gone, the words may be
 * others: a guard that says "not yours" of a row and "not found" without it is left alone.
 */
const WITH_WORDS = { withWords: true }

/** The worlds of one rule for one caller; none where the rule hides nothing from them. */
export function worldsOf(database: TestDatabase, rule: RulePlan, hidden: Hidden | undefined): World[] {
  const { rows, columns } = hidden ?? { rows: [], columns: [] }
  const worlds: World[] = []
  if (rows.length > 0) {
    worlds.push({ rule: rule.id, kind: 'rows', hidden: rows, build: deletionSql, ignored: new Set() })
    const changed = withOtherValues(database, rows)
    if (changed.length > 0) {
      const build = (some: HiddenRow[]) => overwriteSql(database, some, true)
      worlds.push({ rule: rule.id, kind: 'values', hidden: changed, build, ignored: new Set(), ...WITH_WORDS })
    }
  }
  if (columns.length > 0) {
    const comparison = { ignored: new Set(Object.keys(rule.columns)), ...WITH_WORDS }
    for (const isEqualForAll of [true, false]) {
      const build = (some: HiddenRow[]) => overwriteSql(database, some, isEqualForAll)
      worlds.push({ rule: rule.id, kind: 'columns', hidden: columns, build, ...comparison })
    }
    const emptied = thatMayBeNull(database, columns)
    if (emptied.length > 0)
      worlds.push({ rule: rule.id, kind: 'nulls', hidden: emptied, build: emptySql, ...comparison })
  }
  return worlds
}

/**
 * The same rows with the columns that can be changed without showing or hiding any row: no keys, and none that a rule
 * names. A check constraint may still forbid the values; then there is no such world.
 */
function withOtherValues({ plan, tables }: TestDatabase, rows: HiddenRow[]): HiddenRow[] {
  const words = namedInRules(plan)
  return rows.flatMap(row => {
    const columns = (tables.get(row.table)?.columns ?? []).filter(
      ({ name, isKey, isComputed }) => !isKey && !isComputed && !words.has(name),
    )
    return columns.length === 0 ? [] : { ...row, columns: columns.map(({ name }) => name) }
  })
}

/** The same rows with those of their hidden columns that any row may leave empty. */
function thatMayBeNull({ tables }: TestDatabase, rows: HiddenRow[]): HiddenRow[] {
  return rows.flatMap(row => {
    const known = tables.get(row.table)?.columns ?? []
    const columns = known.filter(one => one.isNullable && !one.isKey && !one.isComputed)
    const names = columns.map(({ name }) => name).filter(name => row.columns.includes(name))
    return names.length === 0 ? [] : { ...row, columns: names }
  })
}

/** One world for all rules: a call that gives the same there needs no world of its own. */
export interface CombinedWorld extends Comparison {
  sql: string
}

/** Without anything that any rule hides: rows are gone, hidden columns have another value in each row. */
export function withoutHidden(database: TestDatabase, worlds: World[]): CombinedWorld {
  const gone = mergedRows(worlds, ['rows'])
  const others = [...mergedRows(worlds, ['columns'])].filter(([key]) => !gone.has(key)).map(([, row]) => row)
  return {
    sql: [deletionSql([...gone.values()]), overwriteSql(database, others, false)].join(';\n'),
    ignored: ignoredBy(worlds),
  }
}

/** With all rows, but in all that any rule hides there is one value for all rows: it shows what can be counted. */
export function withOtherHidden(database: TestDatabase, worlds: World[]): CombinedWorld {
  const rows = [...mergedRows(worlds, ['columns', 'values']).values()]
  return { sql: overwriteSql(database, rows, true), ignored: ignoredBy(worlds), ...WITH_WORDS }
}

/** With all rows, but what any rule hides in them is NULL: it shows what is asked for being there at all. */
export function withEmptyHidden(worlds: World[]): CombinedWorld {
  const rows = [...mergedRows(worlds, ['nulls']).values()]
  return { sql: emptySql(rows), ignored: ignoredBy(worlds), ...WITH_WORDS }
}

/** Each row once, with all columns that are hidden in it: one that was written lies elsewhere and is not found again. */
function mergedRows(worlds: World[], kinds: World['kind'][]): Map<string, HiddenRow> {
  const merged = new Map<string, HiddenRow>()
  for (const row of worlds.filter(({ kind }) => kinds.includes(kind)).flatMap(({ hidden }) => hidden)) {
    const key = `${row.table} ${row.place}`
    merged.set(key, { ...row, columns: [...new Set([...(merged.get(key)?.columns ?? []), ...row.columns])] })
  }
  return merged
}

function ignoredBy(worlds: World[]): ReadonlySet<string> {
  return new Set(worlds.flatMap(({ ignored }) => [...ignored]))
}

/** Why a world cannot be built: a constraint forbids its values. */
export interface Unbuilt {
  unbuilt: string
}

/**
 * Runs the work in a world of its own and gives what it gives, or says why there is no such world.
 * @throws {EngineError} when the work fails: what it would have shown is not known, so nothing may be concluded.
 */
export async function inWorld<Result>(
  database: TestDatabase,
  sql: string,
  work: () => Promise<Result>,
): Promise<Result | Unbuilt> {
  const { session } = database
  try {
    const unbuilt = await buildWorld(database, sql)
    return unbuilt ?? (await work())
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new EngineError(`the proof failed: ${error.message} (${error.sqlState})`, { cause: error })
  } finally {
    await session.run('rollback')
    await vacuumDeadRows(database)
  }
}

async function buildWorld(database: TestDatabase, sql: string): Promise<Unbuilt | undefined> {
  try {
    const built = await database.session.run(
      ['begin', sql, sql && database.refresh, 'savepoint one_call'].filter(text => text !== '').join(';\n'),
    )
    const written = Math.max(...built.map(({ affected }) => affected))
    for (const [, table = ''] of sql.matchAll(/^\s*(?:update|insert into) "(\w+)"/gim))
      addDeadRows(database, table, written)
    return undefined
  } catch (error) {
    if (error instanceof DatabaseError) return { unbuilt: error.message }
    throw error
  }
}

export function isUnbuilt<Result>(result: Result | Unbuilt): result is Unbuilt {
  return typeof result === 'object' && result !== null && 'unbuilt' in result
}

/**
 * An index gives its rows in the same order wherever they lie: without any, the order of the heap shows. The plans have to
 * be discarded afterwards.
 */
export const WITHOUT_INDEXES = [
  ...['indexscan', 'indexonlyscan', 'bitmapscan'].map(name => `set local enable_${name} = off`),
  'discard plans',
].join(';\n')

/** The same rows, but each table written anew from its end: what depends on their order comes out otherwise. */
export function reversedSql(database: TestDatabase): string {
  const tables = [...database.tables.values()].map(({ name, columns }, nth) => {
    const list = columns.filter(({ isComputed }) => !isComputed).map(column => identifier(column.name))
    return { table: identifier(name), copy: `proof_reversed_${nth}`, list: list.join(', ') }
  })
  const statements = [
    ...tables.map(
      ({ table, copy }) => `create temporary table ${copy} on commit drop as select * from ${table} order by ctid desc`,
    ),
    // Into an empty file: where rows were deleted, new ones fill the gaps in whatever order these are found.
    ...(tables.length > 0 ? [`truncate ${tables.map(({ table }) => table).join(', ')}`] : []),
    ...tables.map(
      ({ table, copy, list }) => `insert into ${table} (${list}) overriding system value select ${list} from ${copy}`,
    ),
  ]
  return [withoutTriggers(statements), WITHOUT_INDEXES].join(';\n')
}
