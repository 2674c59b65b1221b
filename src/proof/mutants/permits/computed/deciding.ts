// Where a value decides something. What is only shown, such as an average that comes back, decides nothing: worlds show what
// it tells.

import { as, lastName, type Node } from '../../../sql/node.ts'
import type { OperatorContext } from '../../operators/operator.ts'
import { isConditionRoot, type NodePath } from '../../tree/node-path.ts'
import { outwards } from '../is-restricting.ts'

/** Whether something may follow from the value: it is a part of a condition, a limit, or a value that others go on with. */
export function decides(path: NodePath, context: OperatorContext): boolean {
  // A function may go on with whatever a statement gives, as `SELECT … INTO v_limit` does.
  if (context.isInFunction) return true
  for (const one of outwards(path)) {
    if (isConditionRoot(one) || one.field === 'limitCount') return true
    if (one.field === 'arg' && 'CaseExpr' in (one.parent?.node ?? {})) return true
    if ('ResTarget' in one.node) return !isShown(one)
  }
  return true
}

/** Whether a column comes back from the outermost statement. */
function isShown({ field, parent }: NodePath): boolean {
  if (parent === undefined || parent.parent !== undefined) return false
  return field === 'returningList' || (field === 'targetList' && 'SelectStmt' in parent.node)
}

/** A column or a parameter as it is, whatever its type is said to be. */
export function isLeaf(node: Node): boolean {
  const cast = as(node, 'TypeCast')?.arg
  return 'ColumnRef' in node || 'ParamRef' in node || (cast !== undefined && isLeaf(cast))
}

/** The text of a constant, also of one with a cast. */
export function constantText(node: Node | undefined): string | undefined {
  const cast = as(node, 'TypeCast')?.arg
  return cast === undefined ? as(node, 'A_Const')?.sval?.sval : constantText(cast)
}

/** The operator of `a = b`; '' for all that is not written in this way. */
export function plainOperator(node: Node | undefined): string {
  const { kind, name } = as(node, 'A_Expr') ?? {}
  return kind === 'AEXPR_OP' ? lastName(name) : ''
}
