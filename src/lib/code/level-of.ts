import type { Level } from '../../domain.ts'
import { isSql } from './is-sql.ts'

// The body of a function between dollar quotes is one string here.
const STRING_OR_COMMENT = /\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)/g
const CREATES_FUNCTION = /^create\s+(or\s+replace\s+)?(function|procedure)\b/i
const CHANGES_SCHEMA = /^(create|alter|drop|grant|revoke|comment)\b/i

/**
 * The level of a case, found from its code alone. SQL that creates one function is a function, SQL that changes a schema in
 * another way is a migration. Code in another language counts as a function.
 */
export function levelOf({ code, language, files }: { code: string; language: string; files?: unknown[] }): Level {
  if (!isSql(language)) return 'function'
  if (files && files.length > 1) return 'migration'
  const statements = code
    .replace(STRING_OR_COMMENT, (...found) => (found.at(-1).comment === undefined ? '""' : ' '))
    .split(';')
    .map(statement => statement.trim())
    .filter(statement => CHANGES_SCHEMA.test(statement))
  if (statements.length === 0) return 'statement'
  const [only, another] = statements
  return only && !another && CREATES_FUNCTION.test(only) ? 'function' : 'migration'
}
