import type { Change, Outcome } from '../../cases/outcome.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import type { Value, WorkingCall } from '../../plan/plan.ts'
import { listKeys, normalKey } from './compare-keys.ts'
import type { WorkDifference } from './work-difference.ts'

type Tables = TestDatabase['tables']

/**
 * Compares the changes of a call with those that `works` names. `unnamed`: changes of other tables, as `works` would
 * write them.
 */
export function compareChanges(
  { tables, plan }: TestDatabase,
  named: WorkingCall['changes'],
  { changes }: Outcome,
): { differences: WorkDifference[]; unnamed: string[] } {
  const byTable = Map.groupBy(changes, ({ table }) => table)
  // Rows that a rule requires are left to that rule: a bad case that does not insert them still does its job.
  const required = new Set(plan.rules.flatMap(({ requires }) => requires.map(({ inserts }) => inserts)))
  const differences = Object.entries(named).flatMap(([table, wanted]) => {
    const made = byTable.get(table) ?? []
    return typeof wanted === 'number'
      ? compareCount(table, wanted, made.length, required.has(table))
      : compareTable(tables, table, wanted, made)
  })
  const areRequired = (table: string, made: Change[]) =>
    required.has(table) && made.every(({ operation }) => operation === 'INSERT')
  const unnamed = [...byTable].flatMap(([table, made]) =>
    table in named || areRequired(table, made) ? [] : tableText(tables, table, made),
  )
  return { differences, unnamed }
}

function compareCount(table: string, wanted: number, made: number, isRequired: boolean): WorkDifference[] {
  if (made === wanted || (made < wanted && isRequired)) return []
  return [{ kind: made < wanted ? 'missing' : 'surplus', what: `${made} changes of ${table} in place of ${wanted}` }]
}

function compareTable(tables: Tables, table: string, wanted: Value[], made: Change[]): WorkDifference[] {
  const unmatched = made.map(change => [keyOf(tables, change), wholeKeyOf(tables, change)].map(normalKey))
  const missing = wanted.filter(one => {
    const at = unmatched.findIndex(spellings => spellings.includes(normalKey(one)))
    if (at >= 0) unmatched.splice(at, 1)
    return at < 0
  })
  const others = unmatched.map(([key]) => key ?? null)
  return [
    ...missing.map(key => ({ kind: 'missing', what: `${table} ${key ?? 'NULL'} is not changed` }) as const),
    ...(others.length > 0 ? [{ kind: 'surplus', what: `${table} ${listKeys(others)} changed` } as const] : []),
  ]
}

/**
 * By table, those of the wanted keys that changed. Tables in which only wanted keys changed are preferred to others.
 */
export function namedChanges({ tables }: TestDatabase, wanted: Value[], { changes }: Outcome): Record<string, Value[]> {
  const known = new Set(wanted.map(normalKey))
  const found = [...Map.groupBy(changes, ({ table }) => table)].map(([table, made]) => {
    const keys = made.map(change => normalKey(keyOf(tables, change)))
    return { table, keys: keys.filter(key => known.has(key)), hasOnlyWanted: keys.every(key => known.has(key)) }
  })
  const exact = found.filter(({ hasOnlyWanted }) => hasOnlyWanted)
  const chosen = exact.length > 0 ? exact : found.filter(({ keys }) => keys.length > 0)
  return Object.fromEntries(chosen.map(({ table, keys }) => [table, keys]))
}

/** Changes as `works` would write them, one text for each table: `docs: [11]`, `audit: 1`. */
export function changesText({ tables }: TestDatabase, changes: Change[]): string[] {
  return [...Map.groupBy(changes, ({ table }) => table)].map(([table, made]) => tableText(tables, table, made))
}

function tableText(tables: Tables, table: string, made: Change[]): string {
  const known = made.filter(({ operation }) => operation !== 'INSERT').map(change => keyOf(tables, change))
  return `${table}: ${known.length === made.length ? `[${known.join(', ')}]` : made.length}`
}

function keyOf(tables: Tables, { table, old, new: next }: Change): string {
  return String(JSON.parse(next ?? old ?? '{}')[tables.get(table)?.primaryKey[0] ?? 'id'])
}

/** A key of several columns, as a list: `{1,7}`. */
function wholeKeyOf(tables: Tables, { table, old, new: next }: Change): string {
  const row = JSON.parse(next ?? old ?? '{}')
  return `{${(tables.get(table)?.primaryKey ?? []).map(name => row[name]).join(',')}}`
}
