import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '../../errors.ts'
import { explained } from './explain-sqlite-error.ts'
import { inTransaction } from './in-transaction.ts'
import { setDurability } from './open-database.ts'

/** Every read and write of the database. Errors of SQLite are turned into errors that say what to do. */
export interface Transactions {
  read<T>(work: () => T): T
  /** Resolves when what was written is on the disk. */
  write<T>(work: () => T): Promise<T>
  /** As `write`, but when another program has the lock, it tries again for a minute: an answer was paid for. */
  writeWithRetry<T>(work: () => T): Promise<T>
  /** As `writeWithRetry`, but without waiting for the disk. Other programs see the change; a power cut may undo it. */
  writeWithoutSync<T>(work: () => T): Promise<T>
}

// One minute in all. Another program may have the database open, such as a database browser.
const TRIES = 120
const PAUSE_MS = 500

export function createTransactions(
  database: DatabaseSync,
  path: string,
  { onUndone }: { onUndone: () => void },
): Transactions {
  // Writes run one after the other: while one waits for a lock, each try of another would block the program for a second.
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<T>(work: () => T, tries: number): Promise<T> {
    const result = last.then(() => retryWhileLocked(work, tries))
    last = result.catch(() => undefined)
    return result
  }

  function commit<T>(work: () => T): T {
    try {
      return explained(path, () => inTransaction(database, work))
    } catch (error) {
      onUndone()
      throw error
    }
  }

  function commitQuickly<T>(work: () => T): T {
    // Within a dry run, nothing is committed.
    if (database.isTransaction) return commit(work)
    setDurability(database, 'NORMAL')
    try {
      return commit(work)
    } finally {
      setDurability(database, 'FULL')
    }
  }

  return {
    read: work => explained(path, work),
    write: work => inTurn(() => commit(work), 1),
    writeWithRetry: work => inTurn(() => commit(work), TRIES),
    writeWithoutSync: work => inTurn(() => commitQuickly(work), TRIES),
  }
}

async function retryWhileLocked<T>(work: () => T, tries: number): Promise<T> {
  for (let nth = 1; ; nth++) {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof UserError && error.isPassing && nth < tries)) throw error
      await sleep(PAUSE_MS)
    }
  }
}
