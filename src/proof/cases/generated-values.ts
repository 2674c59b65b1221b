// Generated values: values that the database makes up, such as `gen_random_uuid()`, the next number of a sequence, or
// the time that a trigger writes. They are others at each call and must not count as a difference.

import type { TestDatabase } from '../database/test-database.ts'
import type { Value } from '../plan/plan.ts'
import type { Step } from './kind.ts'
import type { Change } from './outcome.ts'

/** The generated values in the changes of one call, as text that may appear in a row or in a change. */
export function generatedValues(database: TestDatabase, changes: Change[], { context, parameters }: Step): string[] {
  const sent = new Set([...Object.values(parameters), ...Object.values(context)].map(value => comparable(value)))
  const values = changes.flatMap(change => {
    const table = database.tables.get(change.table)
    const isInsert = change.operation === 'INSERT'
    const columns = table?.columns.filter(({ isGenerated }) => table.hasTriggers || (isInsert && isGenerated)) ?? []
    if (columns.length === 0 || change.new === null) return []
    const row: Record<string, unknown> = JSON.parse(change.new)
    return columns.flatMap(({ name, isGenerated, baseType }) => {
      const value = row[name]
      if (value === null || value === undefined || sent.has(comparable(String(value)))) return []
      // A trigger of the schema may write the time into any column, on updates too.
      if (!(isInsert && isGenerated) && !(/^timestamp/.test(baseType) && isCurrentTime(database, String(value))))
        return []
      // JSON writes a time as `2026-01-01T10:00:00+00:00`, a returned row as `2026-01-01 10:00:00+00`.
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

/** Whether the value is from the database's clock. The times of a seed are older, and no proof takes an hour. */
function isCurrentTime({ openedAt }: TestDatabase, value: string): boolean {
  const since = Date.parse(/[+-]\d\d:\d\d$/.test(value) ? value : `${value}Z`) - openedAt
  return since >= 0 && since < HOUR_MS
}

/** The value as text in which one time is always written the same way. */
function comparable(value: Value): string {
  const time = value !== null && /^\d{4}-\d\d-\d\d[T ]/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? (value ?? '') : String(time)
}
