import type { ShownOutcome } from '../../witness.ts'

/** The rows, then the changes, a line each. */
export function outcomeLines({ error, rows, changes, rowCount, changeCount }: ShownOutcome): string[] {
  if (error) return [`error ${error.sqlState}: ${error.message}`]
  const more = rowCount + changeCount - rows.length - changes.length
  return [
    ...rows.map(row => JSON.stringify(row)),
    ...changes.map(({ operation, table, row }) => `${operation} ${table} ${JSON.stringify(row)}`),
    ...(more > 0 ? [`… and ${more} more`] : []),
  ]
}
