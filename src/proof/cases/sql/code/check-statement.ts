import { isAggregate } from '../../../sql/aggregates.ts'
import { as, type Body, type Node } from '../../../sql/node.ts'
import { parseStatements } from '../../../sql/parse-statements.ts'
import { calledFunctions, decidingIn, kindsIn, limitsIn, sortsIn, volatileIn } from '../../../sql/sql-tree.ts'
import type { Tree } from '../../../sql/walk-tree.ts'
import { checkFunction } from './check-function.ts'
import type { Statement } from './statement.ts'

const WRITING = ['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']
const ALLOWED = ['SelectStmt', ...WRITING]

/** What a case's statement is, or why the case is not run. `sql` has its parameters bound as `$n`. */
export function checkStatement(sql: string): Statement | { refused: string } {
  if (sql.trim() === '') return { refused: NO_STATEMENT }
  let statements: Node[]
  try {
    statements = parseStatements(sql)
  } catch (error) {
    return { refused: `the code is not PostgreSQL: ${(error as Error).message}` }
  }
  const [tree] = statements
  if (!tree) return { refused: NO_STATEMENT }
  const definition = as(tree, 'CreateFunctionStmt')
  if (statements.length > 1) return { refused: severalStatements(statements.length, definition !== undefined) }
  return definition ? checkFunction(sql, definition) : checkSingle(tree)
}

const NO_STATEMENT = 'the case has no statement; one was wanted'

function severalStatements(count: number, isFirstFunction: boolean): string {
  const found = `the case has ${count} statements; one was wanted`
  if (!isFirstFunction) return found
  return `${found}. How the function is called belongs into proof.yaml, as call: select * from its_name(:parameter)`
}

function checkSingle(tree: Node): Statement | { refused: string } {
  const [kind, body] = Object.entries(tree)[0] as [string, Tree]
  if (!ALLOWED.includes(kind)) {
    const name = kind.replace(/Stmt$/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    return {
      refused: `the case is a ${name.toUpperCase()} statement; SELECT, INSERT, UPDATE, DELETE or MERGE was wanted`,
    }
  }
  const select = as(tree, 'SelectStmt')
  if (select?.intoClause)
    return { refused: 'the case is a SELECT INTO, which makes a table; a plain SELECT was wanted' }
  const kinds = kindsIn(tree)
  return {
    kind: 'statement',
    returnsRows: select !== undefined || 'returningClause' in body || 'returningList' in body,
    readsOnly: select !== undefined && !WRITING.some(name => kinds.has(name)),
    calls: calledFunctions(tree),
    // Rows that a part sorts may come in that order. The check `order` finds out.
    asksForOrder: sortsIn(tree),
    hasInnerLimit: limitsIn(tree, body) > ('limitCount' in body ? 1 : 0),
    hasSubquery: kinds.has('SubLink'),
    ...(select && alwaysGivesRow(select) ? { alwaysGivesRow: true } : {}),
    volatile: volatileIn(tree),
    deciding: decidingIn(tree),
  }
}

/** Whether a row comes back even to a caller who may see nothing: `select exists (…)`, `select count(*) from done`. */
function alwaysGivesRow(select: Body<'SelectStmt'>): boolean {
  const { groupClause, havingClause, larg, valuesLists, limitCount, targetList = [], fromClause, whereClause } = select
  if (groupClause || havingClause || larg || valuesLists || limitCount) return false
  if (!fromClause) return targetList.length > 0 && !whereClause
  return targetList.some(target => {
    const value = as(target, 'ResTarget')?.val
    return value !== undefined && isAggregate(value)
  })
}
