import { parsePlPgSQLSync } from 'libpg-query'
import { as } from './node.ts'
import { tryParse } from './parse-statements.ts'
import { type Tree, walk } from './walk-tree.ts'

/** The SQL of an expression or a statement in a PL/pgSQL body, as PL/pgSQL's parser gives it. */
export interface PlpgsqlExpression {
  /** The kind of the PL/pgSQL statement around the SQL, as `PLpgSQL_stmt_return_query`, and that statement's tree. */
  statement: string
  node: Tree
  /** The field of the statement that holds the SQL: `cond`, `default_val`, `sqlstmt`, `params`, … */
  part: string
  query: string
}

/** All SQL in the body of a function, in the parser's order; undefined for a definition that is no PL/pgSQL. */
export function plpgsqlExpressions(definition: string): PlpgsqlExpression[] | undefined {
  // A body without quotes, BEGIN ATOMIC, is SQL: PL/pgSQL's parser would abort, and take the module with it.
  if (as(tryParse(definition)?.[0], 'CreateFunctionStmt')?.sql_body !== undefined) return undefined
  let root: unknown
  try {
    root = parsePlPgSQLSync(definition)
  } catch {
    // PostgreSQL says what is wrong with the definition when the case is prepared.
    return undefined
  }
  const found: PlpgsqlExpression[] = []
  walk(root, (statement, node) => {
    for (const [part, value] of Object.entries(node)) {
      for (const item of Array.isArray(value) ? value : [value]) {
        const query = (item as { PLpgSQL_expr?: { query?: string } } | null)?.PLpgSQL_expr?.query
        if (query !== undefined) found.push({ statement, node, part, query })
      }
    }
  })
  return found
}
