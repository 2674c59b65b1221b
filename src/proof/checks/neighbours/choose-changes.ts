// Chooses the changes of rows that are tried. Each kind of value of each column is tried before any of them is tried on a
// second row.

import type { Step } from '../../cases/kind.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import { DatabaseError } from '../../postgres/session.ts'
import { identifier, quoted } from '../../sql/sql-text.ts'
import { type MatteringRow, valuesOf } from './mattering-rows.ts'
import { A_SECOND, type KnownValues, nearValues, SENT } from './near-values.ts'
import { canCopy, type RowChange } from './row-changes.ts'

/** A change of a row that may matter to calls. With `isForAll`, all these calls are made. */
export type ChosenChange = RowChange & MatteringRow & { isForAll?: boolean }

/** By `table.column`, the words that the schema lists. */
export type Labels = ReadonlyMap<string, string[]>

/** What is known of the code of the cases. */
export interface InCode {
  /** Constants. */
  literals: string[]
  /** The columns whose times the code handles coarsely, such as `date_trunc('minute', starts_at)`. */
  coarse: ReadonlySet<string>
}

/** How many times of coarse columns are tried beside the other changes. */
const MOST_COARSE = 60

/** The changes in the order in which they are tried, `most` at the most, and then times next to a boundary in all rows. */
export async function chooseChanges(
  database: TestDatabase,
  rows: MatteringRow[],
  calls: Step[],
  labels: Labels,
  { literals, coarse }: InCode,
  most: number,
): Promise<ChosenChange[]> {
  const strata = new Map<string, ChosenChange[]>()
  const nextToBoundary: ChosenChange[] = []
  const known = { literals, sent: [...new Set(calls.flatMap(valuesOf))] }
  for (const [table, own] of Map.groupBy(rows, row => row.table)) {
    for (const change of await allChanges(database, table, own, labels, known)) {
      const isCoarse = coarse.has(change.column) && change.kind.endsWith(A_SECOND) && !change.isCopy
      if (isCoarse && change.calls.length > 0) nextToBoundary.push(change)
      const key = stratumOf(change, calls)
      if (key !== undefined) strata.set(key, [...(strata.get(key) ?? []), change])
    }
  }
  const lists = [...strata.values()].map((list, nth) => spread(rotated(list, nth)))
  const longest = Math.max(0, ...lists.map(list => list.length))
  const rounds = Array.from({ length: longest }, (_, nth) => lists.flatMap(list => list[nth] ?? []))
  const chosen: ChosenChange[] = []
  for (const round of rounds) chosen.push(...evenly(round, most - chosen.length))
  return [...chosen, ...evenly(nextToBoundary, MOST_COARSE).map(change => ({ ...change, isForAll: true }))]
}

/**
 * Changes of one kind, of which one is as good as another. Of a row that matters to no call, only what brings it to a call is
 * tried: a value that the call has. Undefined: the change is not tried.
 */
function stratumOf(
  { table, column, kind, isCopy, calls: mattering, value }: ChosenChange,
  calls: Step[],
): string | undefined {
  const isOf = (own: Step[]) => value !== null && own.some(call => valuesOf(call).includes(value))
  if (mattering.length === 0) return kind === SENT && !isCopy ? `${table} ${column} brought ${value}` : undefined
  if (kind !== SENT) return [table, column, kind, isCopy].join(' ')
  const isOwn = isOf(mattering.flatMap(at => calls[at] ?? []))
  return [table, column, isCopy, isOwn ? 'its own' : value].join(' ')
}

/** How many of the calls are made that a changed row matters to, and how many that have its key or its new value. */
const MOST_CALLS = { mattering: 2, near: 2 }

/** The positions of the calls that are made with a change: others of those that are alike, from change to change. */
export function callsFor(change: ChosenChange, values: string[][], nth: number): number[] {
  const { calls: mattering, keys, value, isForAll } = change
  if (isForAll) return mattering
  const named = new Set(value === null ? keys : [...keys, value])
  const near = [...values.keys()].filter(at => values[at]?.some(one => named.has(one)))
  const some = (list: number[], most: number) => (list.length === 0 ? [] : rotated(list, nth * most).slice(0, most))
  return [...new Set([...some(mattering, MOST_CALLS.mattering), ...some(near, MOST_CALLS.near)])]
}

/** At most so many of the list, spread over all of it. */
function evenly<Item>(list: Item[], most: number): Item[] {
  if (list.length <= most) return list
  return Array.from({ length: Math.max(0, most) }, (_, nth) => list[Math.floor((nth * list.length) / most)]).flatMap(
    item => item ?? [],
  )
}

/** The same list, beginning elsewhere: of rows that are as good as each other, each stratum tries another one first. */
function rotated<Item>(list: Item[], by: number): Item[] {
  const from = by % list.length
  return [...list.slice(from), ...list.slice(0, from)]
}

/** Rows that matter to many calls, then those that matter to calls which the rows before do not matter to, and so on. */
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
  if (!table) return []
  const varied = database.plan.vary[name]?.columns ?? []
  const byLocation = new Map(rows.map(row => [row.location, row]))
  const found: ChosenChange[] = []
  for (const column of table.columns.filter(one => varied.includes(one.name) && !one.isComputed)) {
    const values = nearValues(database, table, column, {
      ...known,
      labels: labels.get(`${name}.${column.name}`) ?? [],
    })
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
