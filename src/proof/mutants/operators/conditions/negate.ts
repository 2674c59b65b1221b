import { as } from '../../../sql/node.ts'
import { argumentsOf, negated } from '../../tree/conditions.ts'
import { isCondition } from '../../tree/node-path.ts'
import { type Operator, replaceNode } from '../operator.ts'
import { withoutNot } from './without-not.ts'

const NODES = ['SubLink', 'ColumnRef', 'FuncCall', 'BooleanTest']
const EXPRESSIONS = ['AEXPR_IN', 'AEXPR_LIKE', 'AEXPR_ILIKE', 'AEXPR_BETWEEN', 'AEXPR_OP_ANY']

/** Puts a NOT before a condition that no other operator turns round: a subquery, a list, a column, a call. */
export const negate: Operator = {
  name: 'negate',
  mutate: path => {
    const { node, parent } = path
    if (!isCondition(path) || withoutNot(node) !== undefined || argumentsOf(parent?.node, 'NOT_EXPR')) return []
    const isTurned = NODES.some(kind => kind in node) || EXPRESSIONS.includes(as(node, 'A_Expr')?.kind ?? '')
    return isTurned ? [replaceNode(path, negated(node))] : []
  },
}
