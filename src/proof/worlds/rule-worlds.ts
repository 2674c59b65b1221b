// The worlds that show what rules hide from one caller.

import type { Hidden, HiddenRow } from '../database/hidden-rows.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { wordsInRules } from '../database/visibility.ts'
import type { RulePlan } from '../plan/plan.ts'
import { type CombinedWorld, joinBuilds, type RuleWorld } from './world.ts'
import { withEmptyColumns, withOtherValues, withoutRows } from './world-sql.ts'

/**
 * An error must not say what is hidden in a row that is there in both worlds. Where the row is gone, the words may be
 * others: a guard may say "not yours" of a row and "not found" without it.
 */
const WITH_WORDS = { withWords: true }

/** The worlds of one rule for one caller; none where the rule hides nothing from them. */
export function worldsOf(database: TestDatabase, rule: RulePlan, hidden: Hidden | undefined): RuleWorld[] {
  const { rows, columns } = hidden ?? { rows: [], columns: [] }
  const worlds: RuleWorld[] = []
  if (rows.length > 0) {
    worlds.push({ rule: rule.id, kind: 'rows', hidden: rows, build: withoutRows, ignored: new Set() })
    const changed = withFreeColumns(database, rows)
    if (changed.length > 0) {
      const build = (some: HiddenRow[]) => withOtherValues(database, some, true)
      worlds.push({ rule: rule.id, kind: 'values', hidden: changed, build, ignored: new Set(), ...WITH_WORDS })
    }
  }
  if (columns.length > 0) {
    const comparison = { ignored: new Set(Object.keys(rule.columns)), ...WITH_WORDS }
    for (const isEqualForAll of [true, false]) {
      const build = (some: HiddenRow[]) => withOtherValues(database, some, isEqualForAll)
      worlds.push({ rule: rule.id, kind: 'columns', hidden: columns, build, ...comparison })
    }
    const emptied = thatMayBeNull(database, columns)
    if (emptied.length > 0)
      worlds.push({ rule: rule.id, kind: 'nulls', hidden: emptied, build: withEmptyColumns, ...comparison })
  }
  return worlds
}

/**
 * The same rows with the columns that can be changed without showing or hiding any row: no keys, and none that a rule
 * names. A check constraint may still forbid the values; then there is no such world.
 */
function withFreeColumns({ plan, tables }: TestDatabase, rows: HiddenRow[]): HiddenRow[] {
  const words = wordsInRules(plan)
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

/** Without anything that any rule hides: rows are gone, hidden columns have another value in each row. */
export function withoutHidden(database: TestDatabase, worlds: RuleWorld[]): CombinedWorld {
  const gone = mergedRows(worlds, ['rows'])
  const others = [...mergedRows(worlds, ['columns'])].filter(([key]) => !gone.has(key)).map(([, row]) => row)
  return {
    build: joinBuilds(withoutRows([...gone.values()]), withOtherValues(database, others, false)),
    ignored: ignoredBy(worlds),
  }
}

/** With all rows, but in all that any rule hides there is one value for all rows: it shows what can be counted. */
export function withOtherHidden(database: TestDatabase, worlds: RuleWorld[]): CombinedWorld {
  const rows = [...mergedRows(worlds, ['columns', 'values']).values()]
  return { build: withOtherValues(database, rows, true), ignored: ignoredBy(worlds), ...WITH_WORDS }
}

/** With all rows, but what any rule hides in them is NULL: it shows what is asked for being there at all. */
export function withEmptyHidden(worlds: RuleWorld[]): CombinedWorld {
  const rows = [...mergedRows(worlds, ['nulls']).values()]
  return { build: withEmptyColumns(rows), ignored: ignoredBy(worlds), ...WITH_WORDS }
}

/** Each row once, with all columns that are hidden in it: one that was written lies elsewhere and is not found again. */
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
