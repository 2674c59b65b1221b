import { as, type Kind, type Node } from '../../sql/node.ts'
import { constantBoolean, isNullConstant } from '../tree/constants.ts'
import { isConditionRoot, type NodePath } from '../tree/node-path.ts'

/**
 * Whether a condition takes something away where it holds: it stands below a NOT, in a NOT EXISTS, on the right of an
 * EXCEPT, or it is the condition of a guard.
 */
export function isRestricting(path: NodePath, isGuard = false): boolean {
  const turns = outwards(path).filter(turnsRound).length
  return (turns % 2 === 1) !== isGuard
}

/** The node, the node around it, and so on. */
export function outwards(path: NodePath): NodePath[] {
  return path.parent === undefined ? [path] : [path, ...outwards(path.parent)]
}

/** Whether what holds inside the node takes away where the node itself gives, or the other way round. */
function turnsRound({ node, parent, field }: NodePath): boolean {
  if (as(node, 'BoolExpr')?.boolop === 'NOT_EXPR') return true
  if (as(node, 'SubLink')?.subLinkType === 'ALL_SUBLINK') return true
  // `(a AND b) IS NOT TRUE` is a NOT.
  if (['IS_NOT_TRUE', 'IS_FALSE'].includes(as(node, 'BooleanTest')?.booltesttype ?? '')) return true
  if (field === 'rarg' && as(parent?.node, 'SelectStmt')?.op === 'SETOP_EXCEPT') return true
  // `CASE WHEN a THEN false …`: a takes away.
  return field === 'expr' && refuses(as(parent?.node, 'CaseWhen')?.result)
}

export function refuses(result: Node | undefined): boolean {
  return isNullConstant(result) || constantBoolean(result) === false
}

const kindOf = ({ node }: NodePath): Kind => Object.keys(node)[0] as Kind

/** Whether the node is a part of a condition, and not of what comes back. */
export function isInCondition(path: NodePath): boolean {
  for (const one of outwards(path)) {
    if (isConditionRoot(one)) return true
    if (STATEMENTS.includes(kindOf(one))) return false
  }
  return false
}

/** Whether an odd number of NOTs stands around the node, in the condition that it is a part of. */
export function isBelowNot(path: NodePath): boolean {
  const around = outwards(path)
  const own = around.slice(0, around.findIndex(isConditionRoot) + 1)
  return own.filter(({ node }) => as(node, 'BoolExpr')?.boolop === 'NOT_EXPR').length % 2 === 1
}

const STATEMENTS: Kind[] = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']
