import { hasSqlDetails, parseSync } from 'libpg-query'

/** Spaces and comments before a statement. */
const BEFORE_STATEMENT = /^(?:\s|--[^\n]*|\/\*[\s\S]*?\*\/)*/

export interface StatementOnLine {
  sql: string
  /** The line of the text on which the statement begins, from 1. */
  line: number
  /** The byte of the text at which the statement begins. */
  start: number
}

/** The statements of a text. Of a text that is no SQL: the line on which the parser stops. */
export function splitStatements(sql: string): StatementOnLine[] | { stopsAt: number } {
  // The parser counts bytes.
  const bytes = Buffer.from(sql)
  try {
    return (parseSync(sql).stmts ?? []).map(({ stmt_location: start = 0, stmt_len: length }) => {
      const text = bytes.subarray(start, length ? start + length : undefined).toString()
      const [before = ''] = BEFORE_STATEMENT.exec(text) ?? []
      return {
        sql: text.slice(before.length),
        line: linesIn(bytes.subarray(0, start).toString() + before),
        start: start + Buffer.byteLength(before),
      }
    })
  } catch (error) {
    if (!hasSqlDetails(error)) throw error
    return { stopsAt: linesIn(sql.slice(0, error.sqlDetails?.cursorPosition ?? 0)) }
  }
}

function linesIn(text: string): number {
  return text.split('\n').length
}
