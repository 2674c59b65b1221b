// Chooses the changes of rows that are tried. Each kind of value of each column is tried before any of them is tried on a
// second row.

import type { TestDatabase } from '../../database/test-database.ts'
import { DatabaseError } from '../../postgres/session.ts'
import { identifier, quoted } from '../../sql/sql-text.ts'
import type { MatteringRow } from './mattering-rows.ts'
import { type KnownValues, nearValues } from './near-values.ts'
import { canCopy, type RowChange } from './row-changes.ts'

/** A change, and the positions of the calls that its row matters to. */
export interface ChosenChange extends RowChange {
  calls: number[]
}

/** By `table.column`, the words that the schema lists. */
export type Labels = ReadonlyMap<string, string[]>

/** The changes in the order in which they are tried, `most` at the most. */
export async function chooseChanges(
  database: TestDatabase,
  rows: MatteringRow[],
  labels: Labels,
  known: Omit<KnownValues, 'labels'>,
  most: number,
): Promise<ChosenChange[]> {
  const strata = new Map<string, ChosenChange[]>()
  for (const [table, own] of Map.groupBy(rows, row => row.table)) {
    for (const change of await allChanges(database, table, own, labels, known)) {
      const key = [change.table, change.column, change.kind, change.isCopy].join(' ')
      strata.set(key, [...(strata.get(key) ?? []), change])
    }
  }
  const lists = [...strata.values()].map(spread)
  const longest = Math.max(0, ...lists.map(list => list.length))
  const rounds = Array.from({ length: longest }, (_, nth) => lists.flatMap(list => list[nth] ?? []))
  return rounds.flat().slice(0, most)
}

/**
 * Rows that matter to many calls, then those that matter to calls which the rows before do not matter to, and so on. Rows that matter to no call come
 * last.
 */
function spread(changes: ChosenChange[]): ChosenChange[] {
  const left = changes.toSorted((a, b) => b.calls.length - a.calls.length)
  const seen = new Set<number>()
  const chosen: ChosenChange[] = []
  while (left.length > 0) {
    const fresh = left.map(({ calls }) => calls.filter(call => !seen.has(call)).length)
    const [next] = left.splice(fresh.indexOf(Math.max(...fresh)), 1)
    if (!next) break
    for (const call of next.calls) seen.add(call)
    chosen.push(next)
  }
  return chosen
}

async function allChanges(
  database: TestDatabase,
  name: string,
  rows: MatteringRow[],
  labels: Labels,
  known: Omit<KnownValues, 'labels'>,
): Promise<ChosenChange[]> {
  const table = database.tables.get(name)
  const varied = database.plan.vary[name]?.columns ?? []
  const columns = table?.columns.filter(({ name: column, isComputed }) => varied.includes(column) && !isComputed) ?? []
  const byLocation = new Map(rows.map(row => [row.location, row]))
  const found: ChosenChange[] = []
  for (const column of table ? columns : []) {
    const values = table ? nearValues(database, table, column, { ...known, labels: labels.get(`${name}.${column.name}`) ?? [] }) : []
    for (const [location, kind, value] of await askValues(database, name, column.name, values)) {
      const row = byLocation.get(location ?? '')
      if (!row) continue
      const change = { ...row, column: column.name, kind: kind ?? '', value: value ?? null }
      found.push({ ...change, isCopy: false }, ...(canCopy(database, name) ? [{ ...change, isCopy: true }] : []))
    }
  }
  return found
}

/** For each row of the table, its place, and the kind and the text of each value that is not the row's own. Each value once. */
async function askValues(
  { session, tables }: TestDatabase,
  table: string,
  column: string,
  values: { kind: string; sql: string }[],
): Promise<(string | null)[][]> {
  if (values.length === 0) return []
  const place = tables.get(table)?.isPartitioned ? "row.tableoid || ' ' || row.ctid::text" : 'row.ctid::text'
  const list = values.map(({ kind, sql }, nth) => `(${nth}, ${quoted(kind)}, (${sql})::text)`).join(', ')
  const isOwn = `near.value is not distinct from row.${identifier(column)}::text`
  try {
    const [result] = await session.run(`select place, kind, value from (
        select distinct on (${place}, near.value) ${place} as place, near.nth, near.kind, near.value
        from ${identifier(table)} row cross join lateral (values ${list}) near (nth, kind, value)
        where not (${isOwn}) and (near.value is not null or near.kind = 'none') order by ${place}, near.value, near.nth) found
      order by place, nth`)
    return result?.rows ?? []
  } catch (error) {
    // A value that cannot be computed, such as a number that is too large, leaves the column as it is.
    if (error instanceof DatabaseError) return []
    throw error
  }
}
