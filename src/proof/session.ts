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
