// One form for conditions that hold for the same rows.

import { as, lastName, type Node } from '../../sql/node.ts'
import { argumentsOf, betweenBounds, comparing, joinConditions, negated } from '../tree/conditions.ts'
import { constantBoolean, FALSE, TRUE } from '../tree/constants.ts'
import { textOf } from './tree-text.ts'

const NEGATION: Record<string, string> = { '=': '<>', '<>': '=', '<': '>=', '>=': '<', '>': '<=', '<=': '>' }
const MIRROR: Record<string, string> = { '>': '<', '>=': '<=' }
const COMMUTATIVE = new Set(['=', '<>', '+', '*'])

/** AND and OR as one sorted list with each condition once, nested ones too, constants worked out; NOT moved inwards. */
export function normalBoolean(node: Node): Node {
  const [inner] = argumentsOf(node, 'NOT_EXPR') ?? []
  if (inner !== undefined) return normalNot(inner)
  const operator = argumentsOf(node, 'AND_EXPR') ? 'AND_EXPR' : 'OR_EXPR'
  const args = argumentsOf(node, operator)
  if (args === undefined) return node
  const neutral = operator === 'AND_EXPR'
  const flat = args.flatMap(arg => argumentsOf(arg, operator) ?? [arg]).filter(arg => constantBoolean(arg) !== neutral)
  if (flat.some(arg => constantBoolean(arg) === !neutral)) return neutral ? FALSE : TRUE
  return joinConditions(operator, sortedOnce(flat))
}

/** `b > a` as `a < b`, operands of commutative operators sorted, BETWEEN as two comparisons, IN of one value as `=`. */
export function normalComparison(node: Node): Node {
  const expression = as(node, 'A_Expr')
  if (expression?.lexpr === undefined || expression.rexpr === undefined) return node
  const { kind, lexpr, rexpr } = expression
  const operator = lastName(expression.name)
  if (kind === 'AEXPR_BETWEEN')
    return normalBoolean(joinConditions('AND_EXPR', betweenBounds(node).map(normalComparison)))
  if (kind === 'AEXPR_IN') {
    const items = sortedOnce(as(rexpr, 'List')?.items ?? [])
    const [only] = items
    if (items.length === 1 && only !== undefined) return normalComparison(comparing(lexpr, operator, only))
    return { A_Expr: { ...expression, rexpr: { List: { items } } } }
  }
  const isSymmetric = kind === 'AEXPR_DISTINCT' || kind === 'AEXPR_NOT_DISTINCT'
  if (kind !== 'AEXPR_OP' && !isSymmetric) return node
  const mirror = MIRROR[operator]
  if (mirror !== undefined) return comparing(rexpr, mirror, lexpr)
  if (!COMMUTATIVE.has(operator) && !isSymmetric) return node
  const [first, second] = [lexpr, rexpr].sort(byText)
  return first === undefined || second === undefined ? node : { A_Expr: { ...expression, lexpr: first, rexpr: second } }
}

function normalNot(inner: Node): Node {
  const constant = constantBoolean(inner)
  if (constant !== undefined) return constant ? FALSE : TRUE
  const [twice] = argumentsOf(inner, 'NOT_EXPR') ?? []
  if (twice !== undefined) return twice
  const or = argumentsOf(inner, 'OR_EXPR')
  const and = argumentsOf(inner, 'AND_EXPR')
  if (or !== undefined) return normalBoolean(joinConditions('AND_EXPR', or.map(normalNot)))
  if (and !== undefined) return normalBoolean(joinConditions('OR_EXPR', and.map(normalNot)))
  const expression = as(inner, 'A_Expr')
  const opposite = NEGATION[lastName(expression?.name)]
  // A comparison and its opposite are NULL for the same values, so the rule holds in three-valued logic too.
  if ((expression?.kind === 'AEXPR_OP' || expression?.kind === 'AEXPR_IN') && opposite !== undefined)
    return normalComparison({ A_Expr: { ...expression, name: [{ String: { sval: opposite } }] } })
  const test = as(inner, 'NullTest')
  // For a row, IS NOT NULL says more than NOT (… IS NULL); `alias.column` is hardly ever a row, a bare name may be one.
  if (test === undefined || (as(test.arg, 'ColumnRef')?.fields?.length ?? 0) < 2) return negated(inner)
  return { NullTest: { ...test, nulltesttype: test.nulltesttype === 'IS_NULL' ? 'IS_NOT_NULL' : 'IS_NULL' } }
}

/** The nodes sorted, each once. */
export function sortedOnce(nodes: Node[]): Node[] {
  const distinct = new Map(nodes.map(node => [textOf(node), node]))
  return [...distinct.values()].sort(byText)
}

function byText(one: Node, other: Node): number {
  const [a, b] = [textOf(one), textOf(other)]
  return a < b ? -1 : a > b ? 1 : 0
}
