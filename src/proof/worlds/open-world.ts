// A world lives in a transaction that is rolled back when the world is closed.

import { addDeadRows, vacuumDeadRows } from '../database/dead-rows.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { DatabaseError } from '../postgres/session.ts'
import type { WorldBuild } from './world.ts'

/** Back to the world as it was built. */
export const UNDO = 'rollback to savepoint one_call'

export interface OpenWorld extends AsyncDisposable {
  /**
   * Why there is no such world: a constraint forbids its values. Whoever calls something all the same gets an
   * `EngineError`, since the transaction has failed.
   */
  unbuilt?: string
}

/**
 * Opens a world; `await using` closes it. An error in what is done inside is nobody's to catch: the result is not known
 * then, and the case stays unproved.
 */
export async function openWorld(database: TestDatabase, { sql, writes }: WorldBuild): Promise<OpenWorld> {
  const { session } = database
  const world: OpenWorld = {
    async [Symbol.asyncDispose]() {
      await session.run('rollback')
      await vacuumDeadRows(database)
    },
  }
  try {
    const built = await session.run(
      ['begin', sql, sql && database.refresh, 'savepoint one_call'].filter(text => text !== '').join(';\n'),
    )
    const written = Math.max(...built.map(({ affected }) => affected))
    for (const table of writes) addDeadRows(database, table, written)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    world.unbuilt = error.message
  }
  return world
}
