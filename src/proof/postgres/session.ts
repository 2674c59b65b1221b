// A session with PostgreSQL, be it the one in this process (local-session.ts) or one on a server (server-session.ts).

/** The result of one statement. All values are text as PostgreSQL prints them, so that two results can be compared. */
export interface TextResult {
  columns: string[]
  rows: (string | null)[][]
  /** How many rows an INSERT, UPDATE, DELETE or MERGE wrote; 0 for any other statement. */
  affected: number
  /** The notices and warnings that came with the result; absent where there were none. */
  notices?: string[]
}

/** An error that PostgreSQL reported for a statement, with its SQLSTATE. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
  readonly sqlState: string
  readonly details: ErrorDetails
  /** The notices and warnings that came before the error. */
  readonly notices: string[]

  constructor(message: string, sqlState: string, details: ErrorDetails = {}, notices: string[] = []) {
    super(message)
    this.sqlState = sqlState
    this.details = details
    this.notices = notices
  }
}

/** What PostgreSQL tells of an error beside its message. All of it reaches the caller. */
export interface ErrorDetails {
  detail?: string
  hint?: string
  schema?: string
  table?: string
  column?: string
  constraint?: string
  /** The name of a domain. */
  dataType?: string
  /** The context: the functions and statements in which the error arose. It quotes statements that code puts together. */
  where?: string
  /** A statement of PL/pgSQL that PostgreSQL could not parse. */
  internalQuery?: string
}

/** A notice or a warning as text, with all that it tells. */
export function noticeText(notice: object): string {
  const { severity = '', code = '', message = '' } = notice as { severity?: string; code?: string; message?: string }
  const details = errorDetails(notice)
  return `${severity} ${code}: ${[message, detailsText(details), contextText(details)].join('|')}`
}

/** The details of an error as text by which two errors are compared. */
export function detailsText(details: ErrorDetails): string {
  const { detail = '', hint = '', schema = '', table = '', column = '', constraint = '', dataType = '' } = details
  return [detail, hint, schema, table, column, constraint, dataType].join('|')
}

/** Where an error arose, as text by which two errors are compared. */
export function contextText({ where = '', internalQuery = '' }: ErrorDetails): string {
  return [where, internalQuery].filter(text => text !== '').join('\n')
}

/** Whether code raised the error or notice itself, by RAISE or ASSERT: then it chose all that the error tells but its context. */
export function isRaised(context: string): boolean {
  return /^PL\/pgSQL function [^\n]* at (?:RAISE|ASSERT)(?:\n|$)/.test(context)
}

/** The details of an error, as PGlite and pg both report them. */
function errorDetails(error: unknown): ErrorDetails {
  const { detail, hint, schema, table, column, constraint, dataType, where, internalQuery } = error as ErrorDetails
  const all = { detail, hint, schema, table, column, constraint, dataType, where, internalQuery }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value))
}

/**
 * SQLSTATEs of errors that have nothing to do with the call: a transaction that failed before, a lack of memory or
 * disk, a server that ends a session, a fault inside PostgreSQL. A call that ends with such an error in two worlds has
 * not shown that the worlds look the same to it.
 */
const BREAKDOWNS = /^(25P02|53|57P|58|F0|XX)/

/** Whether an error with this SQLSTATE is a failure of the database, and not the outcome of a call. */
function isBreakdown(sqlState: string): boolean {
  return BREAKDOWNS.test(sqlState)
}

/** The database itself failed: it does not answer, or it is no longer as the seed left it. No result of it counts. */
export class EngineError extends Error {
  override name = 'EngineError'
}

/**
 * The session is not as it was: a prepared statement is gone, a setting has another value. A case did it, and which one is
 * not known: cases run by turns.
 */
export class DisturbanceError extends Error {
  override name = 'DisturbanceError'
}

/** The SQLSTATE of a prepared statement that is not there. */
const NO_STATEMENT = '26000'

/** The error for a statement that failed with this SQLSTATE. */
export function toSessionError(message: string, sqlState: string, cause?: unknown, notices: string[] = []): Error {
  if (sqlState === NO_STATEMENT) return new DisturbanceError(message, { cause })
  if (isBreakdown(sqlState)) return new EngineError(`the database broke down: ${message} (${sqlState})`, { cause })
  return new DatabaseError(message, sqlState, errorDetails(cause ?? {}), notices)
}

/** One connection to one PostgreSQL, as a user who owns the database and is no superuser. */
export interface Session {
  /** The role that cases run as: it has no rights but those that the database grants it. */
  caller: string
  /** The SQL that creates an extension. */
  createExtension(name: string): string
  /**
   * Makes sure that there is a role of the application with this name. It has no login and no rights, and the user of the
   * session may act as the role.
   */
  createRole(name: string): Promise<void>
  /**
   * Runs statements, separated by semicolons, in one trip: one result for each. The first error ends them.
   * @throws {DatabaseError} when a statement fails, {EngineError} when the database does.
   */
  run(sql: string): Promise<TextResult[]>
  /**
   * Runs one statement that has no result. PostgreSQL itself refuses a text of several statements, so that a text which
   * holds code of a case cannot bring along another one.
   * @throws as `run` does.
   */
  runOne(sql: string): Promise<void>
  close(): Promise<void>
}
