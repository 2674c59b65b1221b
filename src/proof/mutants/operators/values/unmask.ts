import { as, columnParts, type Node, nodesIn } from '../../../sql/node.ts'
import { isNullConstant } from '../../tree/constants.ts'
import { isCondition } from '../../tree/node-path.ts'
import { type Operator, replaceNode } from '../operator.ts'

/** A CASE to each of its results that has a column: what was hidden from some is shown to all. */
export const unmask: Operator = {
  name: 'unmask',
  mutate: path => {
    const choice = as(path.node, 'CaseExpr')
    if (choice === undefined || isCondition(path)) return []
    return [...(choice.args ?? []).map(when => as(when, 'CaseWhen')?.result), choice.defresult]
      .filter(result => result !== undefined)
      .filter(result => !isNullConstant(result) && hasColumn(result))
      .map(result => replaceNode(path, result))
  },
}

function hasColumn(node: Node): boolean {
  return nodesIn(node).some(part => columnParts(part) !== undefined)
}
