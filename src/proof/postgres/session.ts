// A session with PostgreSQL, be it the one in this process (local-session.ts) or one on a server (server-session.ts).

/** The result of one statement. All values are text as PostgreSQL prints them, so that two results can be compared. */
export interface TextResult {
  columns: string[]
  rows: (string | null)[][]
  /** How many rows an INSERT, UPDATE, DELETE or MERGE wrote; 0 for any other statement. */
  affected: number
}

/** An error that PostgreSQL reported for a statement, with its SQLSTATE. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
  readonly sqlState: string

  constructor(message: string, sqlState: string) {
    super(message)
    this.sqlState = sqlState
  }
}

/**
 * SQLSTATEs of errors that have nothing to do with the call: a transaction that failed before, a lack of memory or
 * disk, a server that ends a session, a fault inside PostgreSQL. A call that ends with such an error in two worlds has
 * not shown that the worlds look the same to it.
 */
const BREAKDOWNS = /^(25P02|53|57P|58|F0|XX)/

/** Whether an error with this SQLSTATE is a failure of the database, and not the outcome of a call. */
export function isBreakdown(sqlState: string): boolean {
  return BREAKDOWNS.test(sqlState)
}

/** The database itself failed: it does not answer, or it is no longer as the seed left it. No result of it counts. */
export class EngineError extends Error {
  override name = 'EngineError'
}

/** One connection to one PostgreSQL. */
export interface Session {
  /**
   * Runs statements, separated by semicolons, in one trip: one result for each. The first error ends them.
   * @throws {DatabaseError} when a statement fails, {EngineError} when the database does.
   */
  run(sql: string): Promise<TextResult[]>
  close(): Promise<void>
}
