// What the prover needs of a PostgreSQL, whichever it is.

/** Rows as text, so that what is compared is what PostgreSQL prints. */
export interface TextResult {
  columns: string[]
  rows: (string | null)[][]
  affected: number
}

/** An error of the database with its SQLSTATE. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
  readonly sqlState: string

  constructor(message: string, sqlState: string) {
    super(message)
    this.sqlState = sqlState
  }
}

/**
 * Classes of SQLSTATE that are no outcome of a call: a transaction that failed before, a lack of memory or disk, a server
 * that ends a session, a fault inside PostgreSQL. A call that ends so in two worlds has not shown that they are the same.
 */
const BROKEN = /^(25P02|53|57P|58|F0|XX)/

export function isBreakdown(sqlState: string): boolean {
  return BROKEN.test(sqlState)
}

/** The database did not answer as PostgreSQL does: it is dead, or not what it was. */
export class EngineError extends Error {
  override name = 'EngineError'
}

/** One connection to one PostgreSQL. */
export interface Session {
  /** Runs statements in one go; the first error ends them. */
  run(sql: string): Promise<TextResult[]>
  close(): Promise<void>
}
