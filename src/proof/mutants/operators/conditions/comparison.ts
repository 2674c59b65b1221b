// Moves a boundary by one, turns a comparison or a test round, and adds or takes away a NOT.

import { argumentsOf, as, lastName, type Node, negated } from '../../../sql/node.ts'
import { isCondition, type Operator, replacing, without } from '../../tree/node-path.ts'
import { betweenBounds, comparing } from './drop-conjunct.ts'

const NEIGHBOUR: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '=': '<>', '<>': '=' }

/** `<` to `<=` and back, `>` to `>=` and back, `=` to `<>` and back; IS DISTINCT FROM likewise. */
export const shiftComparison: Operator = site => {
  const comparison = as(site.node, 'A_Expr')
  if (comparison?.kind === 'AEXPR_DISTINCT')
    return [replacing('comparison', site, { A_Expr: { ...comparison, kind: 'AEXPR_NOT_DISTINCT' } })]
  if (comparison?.kind === 'AEXPR_NOT_DISTINCT')
    return [replacing('comparison', site, { A_Expr: { ...comparison, kind: 'AEXPR_DISTINCT' } })]
  if (comparison?.kind !== 'AEXPR_OP' || comparison.lexpr === undefined) return []
  const neighbour = NEIGHBOUR[lastName(comparison.name)]
  if (neighbour === undefined) return []
  return [replacing('comparison', site, { A_Expr: { ...comparison, name: [{ String: { sval: neighbour } }] } })]
}

/** `x BETWEEN a AND b` with each of its ends left out. */
export const shiftBetween: Operator = site => {
  const bounds = betweenBounds(site.node)
  return bounds.flatMap((bound, index) => {
    const { lexpr, rexpr, name } = as(bound, 'A_Expr') ?? {}
    const [other] = without(bounds, index)
    if (lexpr === undefined || rexpr === undefined || other === undefined) return []
    const strict = comparing(lexpr, NEIGHBOUR[lastName(name)] ?? '=', rexpr)
    const args = index === 0 ? [strict, other] : [other, strict]
    return [replacing('comparison', site, { BoolExpr: { boolop: 'AND_EXPR', args } })]
  })
}

/** IS NULL to IS NOT NULL and back. */
export const swapNullTest: Operator = site => {
  const test = as(site.node, 'NullTest')
  if (test === undefined) return []
  const nulltesttype = test.nulltesttype === 'IS_NULL' ? 'IS_NOT_NULL' : 'IS_NULL'
  return [replacing('null-test', site, { NullTest: { ...test, nulltesttype } })]
}

/** Takes a NOT away: NOT x, NOT IN, NOT BETWEEN, NOT LIKE. */
export const unwrapNot: Operator = site => {
  const [inner] = argumentsOf(site.node, 'NOT_EXPR') ?? []
  if (inner !== undefined) return [replacing('unwrap-not', site, inner)]
  const positive = withoutNot(site.node)
  return positive === undefined ? [] : [replacing('unwrap-not', site, positive)]
}

/** Puts a NOT before a condition that no other operator turns round: a subquery, a list, a column, a call. */
export const negate: Operator = site => {
  if (!isCondition(site) || withoutNot(site.node) !== undefined || argumentsOf(site.parent?.node, 'NOT_EXPR')) return []
  const turnable = ['SubLink', 'ColumnRef', 'FuncCall', 'BooleanTest'].some(kind => kind in site.node)
  const kind = as(site.node, 'A_Expr')?.kind
  const isMatch = kind === 'AEXPR_IN' || kind === 'AEXPR_LIKE' || kind === 'AEXPR_ILIKE' || kind === 'AEXPR_BETWEEN'
  return turnable || isMatch || kind === 'AEXPR_OP_ANY' ? [replacing('negate', site, negated(site.node))] : []
}

/** EXISTS (…) to true. */
export const existsToTrue: Operator = site =>
  as(site.node, 'SubLink')?.subLinkType === 'EXISTS_SUBLINK'
    ? [replacing('exists-to-true', site, { A_Const: { boolval: { boolval: true } } })]
    : []

const POSITIVE: Record<string, string> = { '<>': '=', '!~~': '~~', '!~~*': '~~*', '!~': '~', '!~*': '~*' }

function withoutNot(node: Node): Node | undefined {
  const expression = as(node, 'A_Expr')
  if (expression === undefined) return undefined
  if (expression.kind === 'AEXPR_NOT_BETWEEN')
    return { A_Expr: { ...expression, kind: 'AEXPR_BETWEEN', name: [{ String: { sval: 'BETWEEN' } }] } }
  const isMatch =
    expression.kind === 'AEXPR_IN' || expression.kind === 'AEXPR_LIKE' || expression.kind === 'AEXPR_ILIKE'
  const positive = isMatch ? POSITIVE[lastName(expression.name)] : undefined
  return positive === undefined ? undefined : { A_Expr: { ...expression, name: [{ String: { sval: positive } }] } }
}
