import { DatabaseError, type Session } from '../../postgres/session.ts'

/**
 * The session inside of a migration's transaction. A query of the engine that fails outside of any world would end the
 * transaction, so each has a savepoint. Inside of a world, whoever makes a call undoes it.
 */
export function guardedSession(session: Session, isInWorld: () => boolean): Session {
  async function guarded<T>(statement: () => Promise<T>): Promise<T> {
    if (isInWorld()) return statement()
    await session.run('savepoint one_query')
    try {
      return await statement()
    } catch (error) {
      if (error instanceof DatabaseError) await session.run('rollback to savepoint one_query')
      throw error
    } finally {
      await session.run('release savepoint one_query')
    }
  }
  return {
    ...session,
    run: sql => guarded(() => session.run(sql)),
    runOne: sql => guarded(() => session.runOne(sql)),
  }
}
