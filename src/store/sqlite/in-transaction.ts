import type { DatabaseSync } from 'node:sqlite'

/**
 * Runs the work as a whole or not at all. Takes the write lock at once, so that what the work reads still holds when it
 * writes. Inside of another transaction, the work is a part of that one.
 */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  if (database.isTransaction) return work()
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // A full disk rolls back by itself.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
