import { as, type Kind } from '../../sql/node.ts'
import { isConditionRoot, type NodePath } from '../tree/node-path.ts'
import { type Around, effectOf } from './effect/effect.ts'

export { refuses } from './effect/effect.ts'

/** Whether a condition may take something away where it holds, so that each of its conjuncts may permit. */
export function mayTake(path: NodePath, around?: Around): boolean {
  return effectOf(path, around) !== 'gives'
}

/** Whether a condition may give something where it holds, so that each of its arms may permit. */
export function mayGive(path: NodePath, around?: Around): boolean {
  return effectOf(path, around) !== 'takes'
}

/** The node, the node around it, and so on. */
export function outwards(path: NodePath): NodePath[] {
  return path.parent === undefined ? [path] : [path, ...outwards(path.parent)]
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
