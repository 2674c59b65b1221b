import { parseSync } from 'libpg-query'
import { decidingIn, functionName, kindsIn, limitsIn, volatileIn } from '../../sql/sql-tree.ts'
import { type Tree, walk } from '../../sql/walk-tree.ts'
import { checkFunction } from './check-function.ts'
import type { Statement } from './statement.ts'

const ALLOWED = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']
/** What a case's statement is, or why it is not run. `sql` has its parameters bound as `$n`. */
export function checkStatement(sql: string): Statement | { refused: string } {
  if (sql.trim() === '') return { refused: 'no statement; one was wanted' }
  let statements: Tree[]
  try {
    statements = (parseSync(sql).stmts ?? []).map(({ stmt }: { stmt?: unknown }) => stmt as Tree)
  } catch (error) {
    return { refused: `not PostgreSQL: ${(error as Error).message}` }
  }
  const [tree, second] = statements
  if (!tree) return { refused: 'no statement; one was wanted' }
  if (second)
    return {
      refused: `${statements.length} statements; one was wanted${'CreateFunctionStmt' in tree ? '. How the function is called belongs into proof.yaml, as call: select * from its_name(:parameter)' : ''}`,
    }
  const [kind, body] = Object.entries(tree)[0] as [string, Tree]
  if (kind === 'CreateFunctionStmt') return checkFunction(sql, body)
  if (!ALLOWED.includes(kind)) {
    const name = kind.replace(/Stmt$/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    return { refused: `a ${name.toUpperCase()} statement; SELECT, INSERT, UPDATE, DELETE or MERGE was wanted` }
  }
  if (kind === 'SelectStmt' && 'intoClause' in body) return { refused: 'SELECT INTO makes a table; it is not run' }
  const kinds = kindsIn(tree)
  const calls = new Set<string>()
  walk(tree, (name, node) => {
    const called = name === 'FuncCall' ? functionName(node) : undefined
    if (called !== undefined) calls.add(called)
  })
  return {
    kind: 'statement',
    returnsRows: kind === 'SelectStmt' || 'returningClause' in body || 'returningList' in body,
    isReading: kind === 'SelectStmt' && !ALLOWED.slice(1).some(name => kinds.has(name)),
    calls: [...calls],
    isOrdered: kind === 'SelectStmt' && 'sortClause' in body,
    hasInnerLimit: limitsIn(tree, body) > ('limitCount' in body ? 1 : 0),
    hasSubquery: kinds.has('SubLink'),
    ...(kind === 'SelectStmt' && isAlwaysOneRow(body) ? { isOneRow: true } : {}),
    volatile: volatileIn(tree),
    deciding: decidingIn(tree),
  }
}

const AGGREGATES =
  /^(count|sum|avg|min|max|bool_and|bool_or|every|array_agg|string_agg|jsonb?_agg|jsonb?_object_agg|any_value)$/

/** `select exists (…)`, `select count(*) from done`: also to whoever got nothing and changed nothing. */
function isAlwaysOneRow(select: Tree): boolean {
  if (['groupClause', 'havingClause', 'larg', 'valuesLists', 'limitCount'].some(part => part in select)) return false
  const targets = (select.targetList ?? []) as { ResTarget?: { val?: { FuncCall?: Tree } } }[]
  if (!('fromClause' in select)) return targets.length > 0 && !('whereClause' in select)
  return targets.some(({ ResTarget }) => {
    const call = ResTarget?.val?.FuncCall
    return call !== undefined && !('over' in call) && AGGREGATES.test(functionName(call) ?? '')
  })
}
