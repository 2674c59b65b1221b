import { as, type Node } from '../../../sql/node.ts'
import { writeSql } from '../../../sql/write-sql.ts'
import { isNullConstant } from '../../tree/constants.ts'
import { expression } from '../../tree/expression.ts'
import type { NodePath } from '../../tree/node-path.ts'
import type { Mutation, OperatorContext } from '../operator.ts'

/** Another LIMIT for a statement that has one, where a rule limits the rows; `limitsFor` gives SQL. */
export function changeLimit(
  path: NodePath,
  { attack }: OperatorContext,
  limitsFor: (limit: string, node: Node) => readonly string[],
): Mutation[] {
  const select = as(path.node, 'SelectStmt')
  const limit = select?.limitCount
  if (!attack?.isLimited || limit === undefined || isNullConstant(limit) || isPick(limit)) return []
  if (select?.limitOption === 'LIMIT_OPTION_WITH_TIES') return []
  return limitsFor(writeSql(limit), limit).map(sql => {
    const value = expression(sql)
    return { what: ['LIMIT ', value], edits: [{ keys: [...path.bodyKeys, 'limitCount'], value }], at: limit }
  })
}

/** `LIMIT 1` picks a row; it is no page. */
function isPick(limit: Node): boolean {
  return as(limit, 'A_Const')?.ival?.ival === 1
}
