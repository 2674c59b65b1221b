// SQL inside something else: in a PL/pgSQL body, or in a string that is run as SQL.

export interface EmbeddedSql {
  /** Statements that can be parsed: the SQL inside a wrapper. */
  text: string
  /** The line in the case on which a byte of the text stands. */
  lineAt: (byte: number) => number
  /** The case with these statements in place of the text; undefined where that is not possible. */
  replaceWith: (sql: string) => string | undefined
  /** A part of the text as people should read it. */
  describe: (sql: string) => string
}

/** What is put around SQL to make a statement of it: `SELECT WHERE ` before the condition `a = 1`. */
export interface Wrapper {
  before: string
  after: string
  /** The statement when all SQL inside was dropped, and the SQL that then stands for it: `SELECT`, and `true`. */
  dropped?: { written: string; text: string }
  /** The SQL inside is a condition. */
  isCondition?: true
}

export const STATEMENT: Wrapper = { before: '', after: '' }
export const CONDITION: Wrapper = {
  before: 'SELECT WHERE ',
  after: '',
  dropped: { written: 'SELECT', text: 'true' },
  isCondition: true,
}
export const VALUE: Wrapper = { before: 'SELECT proof_value(', after: ')' }
/** A query on whose rows or values something else depends. What it gives does not come back. */
export const DECIDING: Wrapper = { before: 'SELECT proof_deciding((', after: '))' }
export const DECIDING_LIST: Wrapper = { before: 'SELECT proof_deciding((SELECT ', after: '))' }
export const LIST: Wrapper = { before: 'SELECT ', after: '' }

/** The SQL inside the wrapper of a mutated statement; undefined when the wrapper itself was mutated. */
export function unwrap(sql: string, { before, after, dropped }: Wrapper): string | undefined {
  if (sql === dropped?.written) return dropped.text
  if (!sql.startsWith(before) || !sql.endsWith(after)) return undefined
  return sql.slice(before.length, sql.length - after.length)
}

/** Whether SQL has one of the names that stand for what is not there, as `proof_head`. Code that has them is not read. */
export function hasOwnName(sql: string): boolean {
  return /proof_(?:head|tail|cte|table|column|value|deciding|slot_\d)/i.test(sql)
}
