// Conditions taken apart and put together: AND, OR, NOT, comparisons.

import { as, type Node } from '../../sql/node.ts'
import { FALSE, TRUE } from './constants.ts'

/** The arguments of an AND, an OR or a NOT; undefined for everything else. */
export function argumentsOf(node: Node | undefined, operator: 'AND_EXPR' | 'OR_EXPR' | 'NOT_EXPR'): Node[] | undefined {
  const expression = as(node, 'BoolExpr')
  return expression?.boolop === operator ? (expression.args ?? []) : undefined
}

/** Joins conditions. No condition gives TRUE for AND and FALSE for OR; one condition gives itself. */
export function joinConditions(operator: 'AND_EXPR' | 'OR_EXPR', args: Node[]): Node {
  const [only] = args
  if (only === undefined) return operator === 'AND_EXPR' ? TRUE : FALSE
  return args.length === 1 ? only : { BoolExpr: { boolop: operator, args } }
}

export function negated(condition: Node): Node {
  return { BoolExpr: { boolop: 'NOT_EXPR', args: [condition] } }
}

/** The conjuncts of a condition: none of an absent condition, itself when it is no AND. */
export function conjunctsOf(condition: Node | undefined): Node[] {
  return condition === undefined ? [] : (argumentsOf(condition, 'AND_EXPR') ?? [condition])
}

/** A condition without one of its conjuncts; undefined when none is left. */
export function conjunctsWithout(condition: Node | undefined, dropped: Node): Node | undefined {
  const kept = conjunctsOf(condition).filter(conjunct => conjunct !== dropped)
  return kept.length === 0 ? undefined : joinConditions('AND_EXPR', kept)
}

/** `left operator right`, as `a <= 1`. */
export function comparing(lexpr: Node, operator: string, rexpr: Node): Node {
  return { A_Expr: { kind: 'AEXPR_OP', name: [{ String: { sval: operator } }], lexpr, rexpr } }
}

/** The two comparisons of a BETWEEN: `a >= 1` and `a <= 9` for `a BETWEEN 1 AND 9`; none for every other node. */
export function betweenBounds(node: Node): Node[] {
  const between = as(node, 'A_Expr')
  const [low, high] = as(between?.rexpr, 'List')?.items ?? []
  if (between?.kind !== 'AEXPR_BETWEEN' || between.lexpr === undefined || low === undefined || high === undefined)
    return []
  return [comparing(between.lexpr, '>=', low), comparing(between.lexpr, '<=', high)]
}
