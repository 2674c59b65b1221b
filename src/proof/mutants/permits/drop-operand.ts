// Operands: parts of arithmetic. `(t.org_id - :org_id) * f = 0` has no OR, and yet permits everything where f is 0. Without f,
// the calls give the same, so that no call shows what f is for.

import { as, lastName, type Node, nodesIn } from '../../sql/node.ts'
import { type Operator, replaceNode, without } from '../operators/operator.ts'
import { isConstant } from '../tree/constants.ts'
import { isConditionRoot } from '../tree/node-path.ts'
import { outwards } from './is-restricting.ts'
import { isInLimit, isPlainValue } from './places.ts'

/** Operators that compute a value from two. */
const COMPUTING = /^(?:[-+*/%^&|#]|\|\||<<|>>)$/

/** One of the operands in place of the operation: `a` for `a * f`. */
export const dropOperand: Operator = {
  name: 'drop-operand',
  mutate(path) {
    const { kind, name, lexpr, rexpr } = as(path.node, 'A_Expr') ?? {}
    if (kind !== 'AEXPR_OP' || !lexpr || !rexpr || !COMPUTING.test(lastName(name))) return []
    // Elsewhere, text is put together for people, or for EXECUTE, of which the parts are read as SQL.
    if (isText(name) && !outwards(path).some(isConditionRoot)) return []
    const withoutRight = mayDecide(rexpr) && (!isText(name) || mayDecide(lexpr)) ? [replaceNode(path, lexpr)] : []
    // The start of a text is what the text is about: `:term || '%'`.
    const withoutLeft = mayDecide(lexpr) && mayDecide(rexpr) && !isText(name) ? [replaceNode(path, rexpr)] : []
    return [...withoutRight, ...withoutLeft]
  },
}

const isText = (operator: Node[] | undefined) => lastName(operator) === '||'

/** LEAST and GREATEST without one of their values. */
export const dropExtreme: Operator = {
  name: 'drop-extreme',
  mutate(path) {
    const { args = [], op } = as(path.node, 'MinMaxExpr') ?? {}
    // How many rows come is found out among many rows, by the check `limit`.
    if (args.length < 2 || (isInLimit(path) && isPlainValue(path.node))) return []
    return args.flatMap((dropped, nth) => {
      const rest = without(args, nth)
      const [only] = rest
      if (!mayDecide(dropped) || only === undefined || !rest.some(mayDecide)) return []
      return [replaceNode(path, rest.length === 1 ? only : ({ MinMaxExpr: { args: rest, op } } as Node))]
    })
  },
}

/** Whether the value of a part may be another in another call: a constant, however it is written, is always the same. */
export function mayDecide(node: Node): boolean {
  return !isConstant(node) && nodesIn(node).some(one => DECIDING.some(kind => kind in one) || isOpenCall(one))
}

const DECIDING = ['ColumnRef', 'ParamRef', 'SubLink', 'SQLValueFunction']

/** A function that may tell of the session or of the clock, whatever it is given: `current_schema()`, `random()`. */
function isOpenCall(node: Node): boolean {
  const call = as(node, 'FuncCall')
  return call !== undefined && !PURE.includes(lastName(call.funcname))
}

/** Functions that give the same for the same values. */
const PURE = [
  ...[
    'left',
    'right',
    'substr',
    'substring',
    'repeat',
    'replace',
    'lower',
    'upper',
    'btrim',
    'ltrim',
    'rtrim',
    'concat',
  ],
  ...['length', 'char_length', 'chr', 'abs', 'round', 'floor', 'ceil', 'make_interval', 'make_date'],
]
