import type { Table } from '../postgres/catalog.ts'
import { EngineError, type Session } from '../postgres/session.ts'
import { identifier } from '../sql/sql-text.ts'

interface Checked {
  session: Session
  tables: Map<string, Table>
  /** What was found when the seed was loaded. */
  expectedState?: string
}

/**
 * Asks the database whether it lives, is whole and is still ours. A dead one returns no rows at all, which would look
 * like "no leak".
 * @throws {EngineError} when it is not.
 */
export async function checkIntact(database: Checked): Promise<void> {
  let found: string
  try {
    found = await readState(database)
  } catch (error) {
    throw new EngineError(`it damaged the database: ${(error as Error).message}`, { cause: error })
  }
  if (found !== database.expectedState) throw new EngineError('it changed the database for good, or its own role')
}

/** Who is connected, and how many rows each table has. */
export async function readState({ session, tables }: Checked): Promise<string> {
  const counts = [...tables.keys()].map(name => `(select count(*) from public.${identifier(name)})`)
  const [result] = await session.run(
    `select current_user, session_user, current_setting('session_replication_role'), ${[...counts, '1'].join(', ')}`,
  )
  return JSON.stringify(result?.rows)
}
