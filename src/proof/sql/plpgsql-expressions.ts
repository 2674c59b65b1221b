import { parsePlPgSQLSync } from 'libpg-query'
import { type Tree, walk } from './sql-tree.ts'

/** One piece of SQL in a PL/pgSQL body, as PL/pgSQL's parser gives it. */
export interface PlpgsqlExpression {
  /** The statement that it belongs to, as `PLpgSQL_stmt_return_query`, and the tree of it. */
  statement: string
  node: Tree
  /** The name of the part of the statement that it is: `cond`, `default_val`, `sqlstmt`, `params`, … */
  part: string
  query: string
}

/** All of them; undefined for what is no PL/pgSQL. */
export function plpgsqlExpressions(definition: string): PlpgsqlExpression[] | undefined {
  let root: unknown
  try {
    root = parsePlPgSQLSync(definition)
  } catch {
    // PostgreSQL will say what is wrong with it.
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
