import { as, type Node } from '../../../sql/node.ts'
import { expression } from '../../tree/expression.ts'
import type { NodePath } from '../../tree/node-path.ts'
import type { Mutation, OperatorContext } from '../operator.ts'

/** One more column in the result of a case. A function's result has a fixed number of columns, and gets none. */
export function addColumn(path: NodePath, { isInFunction }: OperatorContext, sql: string, name: string): Mutation[] {
  const select = as(path.node, 'SelectStmt')
  const isWhole = path.parent === undefined && select !== undefined && select.larg === undefined
  if (isInFunction || !isWhole || select.targetList === undefined) return []
  const val = expression(sql)
  const target: Node = { ResTarget: { name, val } }
  const edits = [{ keys: [...path.bodyKeys, 'targetList'], value: [...select.targetList, target] }]
  return [{ what: [', ', val, ` AS ${name}`], edits }]
}
