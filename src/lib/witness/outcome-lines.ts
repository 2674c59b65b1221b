import type { ShownOutcome } from '../../witness.ts'

/** The rows, then the changes, a line each, and how many more there were. */
export function outcomeLines(outcome: ShownOutcome): string[] {
  const more = notShown(outcome)
  return [...shownLines(outcome), ...(more > 0 ? [`… and ${more} more`] : [])]
}

function shownLines({ error, rows, changes }: ShownOutcome): string[] {
  if (error) return [`error ${error.sqlState}: ${error.message}`]
  return [
    ...rows.map(row => JSON.stringify(row)),
    ...changes.map(({ operation, table, row }) => `${operation} ${table} ${JSON.stringify(row)}`),
  ]
}

/** A witness keeps the first rows and changes of a call. This is the number of the others. */
export function notShown({ error, rows, changes, rowCount, changeCount }: ShownOutcome): number {
  return error ? 0 : rowCount + changeCount - rows.length - changes.length
}
