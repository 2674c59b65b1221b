// SQL that stands inside something else: in a PL/pgSQL body, or in a string that is run.

import { hasSqlDetails, parseSync } from 'libpg-query'
import type { Node } from '../../sql/node.ts'

export interface EmbeddedSql {
  /** Statements that can be parsed: the SQL, with what it needs around it. */
  text: string
  /** The line in the case on which a byte of the text stands. */
  lineAt: (byte: number) => number
  /** The case with these statements in their place; undefined where they cannot stand there. */
  replaceBy: (sql: string) => string | undefined
  /** A part of the text, for people. */
  tell: (sql: string) => string
}

/** What is put around SQL to make a statement of it. */
export interface Wrap {
  before: string
  after: string
  /** How it is written when all inside was dropped, and what then stands there. */
  dropped?: { written: string; text: string }
}

export const STATEMENT: Wrap = { before: '', after: '' }
export const CONDITION: Wrap = { before: 'SELECT WHERE ', after: '', dropped: { written: 'SELECT', text: 'true' } }
export const VALUE: Wrap = { before: 'SELECT proof_value(', after: ')' }
export const LIST: Wrap = { before: 'SELECT ', after: '' }

/** What stands inside the wrap in a statement that was written anew; undefined when the wrap itself was changed. */
export function unwrapped(sql: string, { before, after, dropped }: Wrap): string | undefined {
  if (sql === dropped?.written) return dropped.text
  if (!sql.startsWith(before) || !sql.endsWith(after)) return undefined
  return sql.slice(before.length, sql.length - after.length)
}

export function parseStatements(sql: string): Node[] {
  return (parseSync(sql).stmts ?? []).map(({ stmt }) => stmt).filter(stmt => stmt !== undefined)
}

/** The statements of a text; undefined for what is no SQL. */
export function tryParse(sql: string): Node[] | undefined {
  try {
    return parseStatements(sql)
  } catch (error) {
    if (hasSqlDetails(error)) return undefined
    throw error
  }
}
