import { hasSqlDetails, parseSync } from 'libpg-query'
import type { Node } from './node.ts'

/** @throws Error with what PostgreSQL says of a text that is no SQL. */
export function parseStatements(sql: string): Node[] {
  return (parseSync(sql).stmts ?? []).map(({ stmt }) => stmt).filter(stmt => stmt !== undefined)
}

/** The statements of a text; undefined for a text that is no SQL. */
export function tryParse(sql: string): Node[] | undefined {
  try {
    return parseStatements(sql)
  } catch (error) {
    if (hasSqlDetails(error)) return undefined
    throw error
  }
}
