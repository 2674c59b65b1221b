import type { Table } from '../postgres/catalog.ts'
import { EngineError, type Session } from '../postgres/session.ts'
import { identifier } from '../sql/sql-text.ts'

interface CheckedDatabase {
  session: Session
  tables: Map<string, Table>
  /** The state after the seed was loaded. */
  expectedState?: string
}

/**
 * Makes sure that the database answers, has all its rows and still runs as the same role. A dead database returns no
 * rows at all, which would look like "no leak".
 * @throws {EngineError} when the database is not as the seed left it.
 */
export async function checkIntact(database: CheckedDatabase): Promise<void> {
  let found: string
  try {
    found = await readState(database)
  } catch (error) {
    throw new EngineError(`the case damaged the database: ${(error as Error).message}`, { cause: error })
  }
  if (found !== database.expectedState) throw new EngineError('the case changed the database for good, or its own role')
}

/** The role of the session, and the number of rows of each table. */
export async function readState({ session, tables }: CheckedDatabase): Promise<string> {
  const counts = [...tables.keys()].map(name => `(select count(*) from public.${identifier(name)})`)
  const [result] = await session.run(
    `select current_user, session_user, current_setting('session_replication_role'), ${[...counts, '1'].join(', ')}`,
  )
  return JSON.stringify(result?.rows)
}
