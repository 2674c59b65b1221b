import { parsePlPgSQLSync } from 'libpg-query'
import { as, type Node } from './node.ts'
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
  const root = parseBody(definition)
  if (root === undefined) return undefined
  const found: PlpgsqlExpression[] = []
  walk(root, (statement, node) => {
    for (const [part, value] of Object.entries(node)) {
      for (const item of Array.isArray(value) ? value : [value]) {
        const query = queryOf(item)
        if (query !== undefined) found.push({ statement, node, part, query })
      }
    }
  })
  return found
}

/** The tree of a statement, of an expression, or of the value of an assignment; none for a text that is none of these. */
export function expressionTree(query: string): Node[] {
  const whole = tryParse(query) ?? tryParse(`select ${query}`)
  if (whole) return whole
  // The name before the sign may be `a[(1 = 1)::int]`: the value is what can be parsed behind one of the signs.
  for (const { index, 0: sign } of query.matchAll(/:=|=/g)) {
    const value = tryParse(`select ${query.slice(index + sign.length)}`)
    if (value) return value
  }
  return []
}

/** The messages of the RAISE statements in the body of a function, each with the SQL of its values. */
export function plpgsqlRaises(definition: string): { message: string; parameters: string[] }[] {
  const found: { message: string; parameters: string[] }[] = []
  walk(parseBody(definition), (statement, { message, params }) => {
    if (statement !== 'PLpgSQL_stmt_raise' || typeof message !== 'string') return
    found.push({ message, parameters: (Array.isArray(params) ? params : []).map(item => queryOf(item) ?? '') })
  })
  return found
}

function queryOf(item: unknown): string | undefined {
  return (item as { PLpgSQL_expr?: { query?: string } } | null)?.PLpgSQL_expr?.query
}

/** The parser's tree of a body in PL/pgSQL; undefined for any other definition. */
function parseBody(definition: string): unknown {
  // A body without quotes, BEGIN ATOMIC, is SQL: PL/pgSQL's parser would abort, and take the module with it.
  if (as(tryParse(definition)?.[0], 'CreateFunctionStmt')?.sql_body !== undefined) return undefined
  try {
    return parsePlPgSQLSync(definition)
  } catch {
    // PostgreSQL says what is wrong with the definition when the case is prepared.
    return undefined
  }
}
