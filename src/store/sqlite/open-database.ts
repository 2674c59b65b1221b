import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { UsageError, UserError } from '../../errors.ts'
import { IN_MEMORY } from '../address.ts'
import { explained, isBusy } from './explain-sqlite-error.ts'
import { inTransaction } from './in-transaction.ts'
import { MIGRATIONS } from './migrations.ts'

// "SBen": tells our databases from other programs' (PRAGMA application_id).
const APPLICATION_ID = 0x5342656e
// Two runs may start together, and one of them makes the tables.
const OPEN_TIMEOUT_MS = 10_000
const PAUSE_MS = 20
// SQLite blocks the program while it waits for a lock, so later waits are short; `transactions.ts` tries again.
const BUSY_TIMEOUT_MS = 1000

/** Opens a results database, making it or bringing it up to date. Looks before it writes: a file of another kind stays as it is. */
export function openDatabase(path: string): DatabaseSync {
  if (path !== IN_MEMORY && !existsSync(dirname(path))) {
    throw new UsageError(`the folder of the database ${path} does not exist.`, `mkdir -p ${dirname(path)}`)
  }
  return explained(path, () => {
    const database = new DatabaseSync(path, { timeout: OPEN_TIMEOUT_MS, enableForeignKeyConstraints: true })
    try {
      refuseForeign(lookAt(database), path)
      useWal(database)
      // Every answer may have been paid for: it is on the disk before it is reported.
      setDurability(database, 'FULL')
      migrate(database)
      database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    } catch (error) {
      database.close()
      throw error
    }
    return database
  })
}

/** Two runs that change the mode of a new file at the same moment would wait for each other, so SQLite refuses one at once. */
function useWal(database: DatabaseSync): void {
  const end = Date.now() + OPEN_TIMEOUT_MS
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (!isBusy(error) || Date.now() > end) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
  }
}

/** Whether a commit waits for the disk (FULL) or not (NORMAL). A commit outlives the process either way. */
export function setDurability(database: DatabaseSync, durability: 'FULL' | 'NORMAL'): void {
  database.exec(`PRAGMA synchronous = ${durability}`)
}

interface Look {
  readonly isOurs: boolean
  readonly isEmpty: boolean
  readonly version: number
}

/** Reads in one transaction: another run may be making the tables right now, and shows all of them or none. */
function lookAt(database: DatabaseSync): Look {
  database.exec('BEGIN')
  const version = readPragma(database, 'user_version')
  const isOurs = readPragma(database, 'application_id') === APPLICATION_ID
  const isEmpty = database.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n === 0
  database.exec('COMMIT')
  return { isOurs, isEmpty, version }
}

function refuseForeign({ isOurs, isEmpty, version }: Look, path: string): void {
  if (!isOurs && !isEmpty) {
    throw new UserError(`${path} is a database of another program.`, { tryThis: 'use another file with --db.' })
  }
  if (version > MIGRATIONS.length) {
    throw new UserError(
      `the database ${path} was written by a newer version (its schema is ${version}, this version knows ${MIGRATIONS.length}).`,
      { tryThis: 'update this program, or use another file with --db.' },
    )
  }
}

function migrate(database: DatabaseSync): void {
  if (readPragma(database, 'user_version') === MIGRATIONS.length) return
  inTransaction(database, () => {
    // Read again under the lock: another process may have been faster.
    for (const migration of MIGRATIONS.slice(readPragma(database, 'user_version'))) database.exec(migration)
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}; PRAGMA application_id = ${APPLICATION_ID}`)
  })
}

function readPragma(database: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name])
}
