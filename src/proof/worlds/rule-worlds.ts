// The worlds of one actor: for each rule alone, and for all rules together.

import type { Hidden, HiddenRow } from '../database/hidden-rows.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { wordsInRules } from '../database/visibility.ts'
import type { RulePlan } from '../plan/plan.ts'
import { type CombineWorlds, joinBuilds, type RuleWorld } from './world.ts'
import { emptyValue, withEmptyColumns, withOtherValues, withoutRows } from './world-sql.ts'

/**
 * For worlds in which the hidden row still exists: the message of an error must not depend on what is hidden in the
 * row.
 */
const COMPARES_MESSAGES = { messages: 'all' } as const

/**
 * For worlds in which the row is gone: "not yours" may become "not found". A number or a title that the message tells must
 * be the same.
 */
const COMPARES_VALUES = { messages: 'values' } as const

/** The worlds of one rule for one actor; none where the rule hides nothing from the actor. */
export function worldsOf(database: TestDatabase, rule: RulePlan, hidden: Hidden | undefined): RuleWorld[] {
  const { rows, columns } = hidden ?? { rows: [], columns: [] }
  const worlds: RuleWorld[] = []
  if (rows.length > 0) {
    const isAboutCaller = Object.keys(rule.rows).join() === '*'
    const refusal = isAboutCaller ? { acceptsRefusal: true } : {}
    const comparison = { ignored: new Set<string>(), ...COMPARES_VALUES, ...refusal }
    worlds.push({ rule: rule.id, kind: 'rows', hidden: rows, build: withoutRows, ...comparison })
    const changeable = columnsNoRuleNames(database, rows)
    if (changeable.length > 0) {
      const build = (some: HiddenRow[]) => withOtherValues(database, some, true)
      worlds.push({
        rule: rule.id,
        kind: 'values',
        hidden: changeable,
        build,
        ignored: new Set(),
        ...COMPARES_MESSAGES,
      })
    }
  }
  if (columns.length > 0) {
    const comparison = { ignored: new Set(Object.keys(rule.columns)), ...COMPARES_MESSAGES }
    for (const isOneForAll of [true, false]) {
      const build = (some: HiddenRow[]) => withOtherValues(database, some, isOneForAll)
      worlds.push({ rule: rule.id, kind: 'columns', hidden: columns, build, ...comparison })
    }
    const emptyable = emptyableColumns(database, columns)
    if (emptyable.length > 0)
      worlds.push({
        ...{ rule: rule.id, kind: 'nulls', hidden: emptyable, ...comparison },
        build: some => withEmptyColumns(database, some),
      })
  }
  return worlds
}

/**
 * The rows with those of their columns that can change without showing or hiding any row: no keys, and none that a rule
 * names. A CHECK constraint may still forbid the new values; then the world cannot be built.
 */
function columnsNoRuleNames({ plan, tables }: TestDatabase, rows: HiddenRow[]): HiddenRow[] {
  const words = wordsInRules(plan)
  return rows.flatMap(row => {
    const columns = (tables.get(row.table)?.columns ?? []).filter(
      ({ name, isKey, isComputed }) => !isKey && !isComputed && !words.has(name),
    )
    return columns.length === 0 ? [] : { ...row, columns: columns.map(({ name }) => name) }
  })
}

/** The rows with those of their hidden columns that have an empty value: NULL, 0 or a blank. */
function emptyableColumns({ tables }: TestDatabase, rows: HiddenRow[]): HiddenRow[] {
  return rows.flatMap(row => {
    const known = tables.get(row.table)?.columns ?? []
    const columns = known.filter(one => emptyValue(one) !== undefined && !one.isKey && !one.isComputed)
    const names = columns.map(({ name }) => name).filter(name => row.columns.includes(name))
    return names.length === 0 ? [] : { ...row, columns: names }
  })
}

/**
 * The world without anything that any rule hides: hidden rows are gone, hidden columns have another value in each row.
 */
export const withoutHidden: CombineWorlds = (database, worlds) => {
  const gone = mergedRows(worlds, ['rows'])
  const others = [...mergedRows(worlds, ['columns'])].filter(([key]) => !gone.has(key)).map(([, row]) => row)
  const isGone = ({ columns }: HiddenRow) => columns.length === 0
  return {
    hidden: [...gone.values(), ...others],
    build: rows =>
      joinBuilds(
        withoutRows(rows.filter(isGone)),
        withOtherValues(
          database,
          rows.filter(row => !isGone(row)),
          false,
        ),
      ),
    ignored: ignoredBy(worlds),
    ...COMPARES_VALUES,
    ...(worlds.some(({ acceptsRefusal }) => acceptsRefusal) ? { acceptsRefusal: true } : {}),
  }
}

/**
 * The world in which all hidden rows and columns have one and the same other value: it shows calls that compare or
 * count hidden values.
 */
export const withOtherHidden: CombineWorlds = (database, worlds) => ({
  hidden: [...mergedRows(worlds, ['columns', 'values']).values()],
  build: rows => withOtherValues(database, rows, true),
  ignored: ignoredBy(worlds),
  ...COMPARES_MESSAGES,
})

/** The world in which hidden columns are NULL: it shows calls that ask whether a hidden column has a value at all. */
export const withEmptyHidden: CombineWorlds = (database, worlds) => ({
  hidden: [...mergedRows(worlds, ['nulls']).values()],
  build: rows => withEmptyColumns(database, rows),
  ignored: ignoredBy(worlds),
  ...COMPARES_MESSAGES,
})

/**
 * Each row once, with all columns that are hidden in it. A second update would not find the row: it has another `ctid`
 * then.
 */
function mergedRows(worlds: RuleWorld[], kinds: RuleWorld['kind'][]): Map<string, HiddenRow> {
  const merged = new Map<string, HiddenRow>()
  for (const row of worlds.filter(({ kind }) => kinds.includes(kind)).flatMap(({ hidden }) => hidden)) {
    const key = `${row.table} ${row.location}`
    merged.set(key, { ...row, columns: [...new Set([...(merged.get(key)?.columns ?? []), ...row.columns])] })
  }
  return merged
}

function ignoredBy(worlds: RuleWorld[]): ReadonlySet<string> {
  return new Set(worlds.flatMap(({ ignored }) => [...ignored]))
}
