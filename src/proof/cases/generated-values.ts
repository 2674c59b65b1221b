// Values that the database fills in by itself: `gen_random_uuid()`, a sequence, the time that a trigger writes.

import type { TestDatabase } from '../database/test-database.ts'
import type { Value } from '../plan/plan.ts'
import type { Step } from './kind.ts'
import type { Change } from './outcome.ts'

/** What the database filled in, as it may stand in a row or in a change. */
export function generatedValues(database: TestDatabase, changes: Change[], { context, parameters }: Step): string[] {
  const given = new Set([...Object.values(parameters), ...Object.values(context)].map(value => normal(value)))
  const values = changes.flatMap(change => {
    const table = database.tables.get(change.table)
    const isInsert = change.operation === 'INSERT'
    const columns = table?.columns.filter(({ isGenerated }) => table.hasTriggers || (isInsert && isGenerated)) ?? []
    if (columns.length === 0 || change.new === null) return []
    const row: Record<string, unknown> = JSON.parse(change.new)
    return columns.flatMap(({ name, isGenerated, baseType }) => {
      const value = row[name]
      if (value === null || value === undefined || given.has(normal(String(value)))) return []
      // A trigger of the schema may write the time into any column, on updates too.
      if (!(isInsert && isGenerated) && !(/^timestamp/.test(baseType) && isOfToday(database, String(value)))) return []
      // JSON writes a time in one way, a returned row in another.
      return [
        String(value),
        String(value)
          .replace('T', ' ')
          .replace(/([+-]\d\d):00$/, '$1'),
      ]
    })
  })
  return [...new Set(values)]
}

const HOUR_MS = 3_600_000

/** Whether the value is a time of the database's clock: seeds have times of their own, and no proof takes an hour. */
function isOfToday({ openedAt }: TestDatabase, value: string): boolean {
  const since = Date.parse(/[+-]\d\d:\d\d$/.test(value) ? value : `${value}Z`) - openedAt
  return since >= 0 && since < HOUR_MS
}

/** A time is the same time however it is written. */
function normal(value: Value): string {
  const time = value !== null && /^\d{4}-\d\d-\d\d[T ]/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? (value ?? '') : String(time)
}
