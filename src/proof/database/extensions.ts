import { parseSync } from 'libpg-query'
import { as } from '../sql/node.ts'
import { replaceBytes } from '../sql/replace-bytes.ts'

/**
 * The schema with each CREATE EXTENSION replaced by the statement that `create` gives for the extension's name. A text that
 * is no SQL is left as it is: PostgreSQL says what is wrong with it.
 */
export function replaceExtensions(schema: string, create: (name: string) => string): string {
  try {
    const replacements = (parseSync(schema).stmts ?? []).flatMap(
      ({ stmt, stmt_location: start = 0, stmt_len: length }) => {
        const name = stmt && as(stmt, 'CreateExtensionStmt')?.extname
        if (name === undefined) return []
        const end = length ? start + length : Buffer.byteLength(schema)
        return [{ start, end, text: `\n${create(name)}` }]
      },
    )
    return replaceBytes(schema, replacements)
  } catch {
    return schema
  }
}
