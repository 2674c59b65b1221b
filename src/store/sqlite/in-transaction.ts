import type { DatabaseSync } from 'node:sqlite'

/**
 * Runs the work as a whole or not at all. Takes the write lock at once, so that what it reads still holds when it writes;
 * inside of another transaction it is a part of that one. A rehearsal is always undone.
 */
export function inTransaction<T>(database: DatabaseSync, work: () => T, isRehearsal = false): T {
  if (database.isTransaction) return work()
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec(isRehearsal ? 'ROLLBACK' : 'COMMIT')
    return result
  } catch (error) {
    // A full disk rolls back by itself.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
