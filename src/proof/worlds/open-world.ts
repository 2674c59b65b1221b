// Opens a world in a transaction, which is rolled back when the world is closed.

import { addDeadRows, vacuumDeadRows } from '../database/dead-rows.ts'
import { readSettings } from '../database/session-state.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { DatabaseError, type ErrorDetails } from '../postgres/session.ts'
import type { WorldBuild } from './world.ts'

/** The SQL that takes back a call, so that the world is as it was built. */
export const UNDO = 'rollback to savepoint one_call'

export interface OpenWorld extends AsyncDisposable {
  /**
   * Why the world could not be built, e.g. since a constraint forbids its values. Absent: it was built. The transaction
   * has failed then, so any further statement in it ends in an `EngineError`.
   */
  unbuilt?: string
  /** What PostgreSQL tells of the error: the constraint, for example. */
  details?: ErrorDetails
}

/**
 * Opens a world; `await using` closes it. Nobody catches an error of the work inside: the result is not known then, and
 * the case stays unproved.
 */
export async function openWorld(
  database: TestDatabase,
  { sql, writes, changesSettings }: WorldBuild,
): Promise<OpenWorld> {
  const { session } = database
  const world: OpenWorld = {
    async [Symbol.asyncDispose]() {
      delete database.worldSettings
      await session.run(database.hasBase ? 'rollback to savepoint world' : 'rollback')
      delete database.isInWorld
      // Inside of a transaction nothing can be vacuumed.
      if (!database.hasBase) await vacuumDeadRows(database)
    },
  }
  database.isInWorld = true
  try {
    const built = await session.run(
      [
        database.hasBase ? 'savepoint world' : 'begin',
        sql,
        sql && database.refresh,
        'select to_json(now())',
        'savepoint one_call',
      ]
        .filter(text => text !== '')
        .join(';\n'),
    )
    database.worldTime = JSON.parse(built.at(-2)?.rows[0]?.[0] ?? '""')
    const rowsWritten = Math.max(...built.map(({ affected }) => affected))
    for (const table of writes) addDeadRows(database, table, rowsWritten)
    if (changesSettings) database.worldSettings = await readSettings(database)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    world.unbuilt = error.message
    world.details = error.details
  }
  return world
}

/**
 * Changes rows for all worlds that are opened until the base is closed. The changed rows stay where they are meanwhile, so that
 * what rules hide can be found by its place.
 */
export async function openBase(database: TestDatabase, { sql, writes }: WorldBuild): Promise<OpenWorld> {
  const { session } = database
  const base: OpenWorld = {
    async [Symbol.asyncDispose]() {
      delete database.hasBase
      await session.run('rollback')
      await vacuumDeadRows(database)
    },
  }
  database.hasBase = true
  try {
    await session.run(['begin', sql, database.refresh].filter(text => text !== '').join(';\n'))
    for (const table of writes) addDeadRows(database, table, 1)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    base.unbuilt = error.message
    base.details = error.details
  }
  return base
}

/** A savepoint for changes that several worlds share, inside of a transaction that stays open. `await using` takes them back. */
export async function inOwnSavepoint(database: TestDatabase, name: string): Promise<AsyncDisposable> {
  const run = async (sql: string) => {
    // A savepoint of its own around each query would end this one.
    database.isInWorld = true
    try {
      await database.session.run(sql)
    } finally {
      delete database.isInWorld
    }
  }
  await run(`savepoint ${name}`)
  return {
    [Symbol.asyncDispose]: () => run(`rollback to savepoint ${name}; release savepoint ${name}`),
  }
}
