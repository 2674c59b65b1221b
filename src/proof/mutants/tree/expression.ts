import { as, type Node } from '../../sql/node.ts'
import { parseStatements } from '../../sql/parse-statements.ts'

/** The tree of an expression, as `:role = 'admin'` with its parameter numbered. @throws Error for a text that is none. */
export function expression(sql: string): Node {
  const [target] = as(parseStatements(`SELECT ${sql}`)[0], 'SelectStmt')?.targetList ?? []
  const value = as(target, 'ResTarget')?.val
  if (value === undefined) throw new Error(`This is no expression: ${sql}`)
  return value
}
