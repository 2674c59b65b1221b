// Drops a conjunct or a branch, and turns AND into OR: the forgotten guard and the forgotten parentheses.

import {
  argumentsOf,
  as,
  conjunctsOf,
  constantBoolean,
  joinConditions,
  lastName,
  type Node,
  TRUE,
} from '../../../sql/node.ts'
import { isConditionRoot, type Operator, type Proposal, replacing, type Site, without } from '../../tree/node-path.ts'

/** Drops each conjunct of every AND, and every guard that is one condition only. */
export const dropConjunct: Operator = site => {
  const args = argumentsOf(site.node, 'AND_EXPR')
  if (args !== undefined) {
    return args.map((arg, index) => ({
      ...replacing('drop-conjunct', site, joinConditions('AND_EXPR', without(args, index)), [arg]),
      at: arg,
    }))
  }
  return [...dropWhole(site), ...dropRowPart(site), ...dropBound(site)]
}

/** Drops each branch of every OR. */
export const dropBranch: Operator = site => {
  const args = argumentsOf(site.node, 'OR_EXPR') ?? []
  return args.map((arg, index) => ({
    ...replacing('drop-or-branch', site, joinConditions('OR_EXPR', without(args, index)), [arg]),
    at: arg,
  }))
}

/** Turns an AND into an OR of the same conditions, and an OR into an AND. */
export const swapAndOr: Operator = site => {
  const and = argumentsOf(site.node, 'AND_EXPR')
  if (and !== undefined) return [replacing('and-to-or', site, joinConditions('OR_EXPR', and), [site.node])]
  const or = argumentsOf(site.node, 'OR_EXPR')
  return or === undefined ? [] : [replacing('or-to-and', site, joinConditions('AND_EXPR', or), [site.node])]
}

function dropWhole(site: Site): Proposal[] {
  if (!isConditionRoot(site) || constantBoolean(site.node) !== undefined) return []
  // A join, a MERGE and a CASE need a condition; the other clauses can be left out.
  const needed = ['quals', 'joinCondition', 'expr', 'result', 'defresult'].includes(site.field)
  return [
    { operator: 'drop-conjunct', what: [site.node], edits: [{ path: site.path, value: needed ? TRUE : undefined }] },
  ]
}

/** `(a, b) = (c, d)` is `a = c AND b = d`: each pair is a conjunct. */
function dropRowPart(site: Site): Proposal[] {
  const comparison = as(site.node, 'A_Expr')
  const left = as(comparison?.lexpr, 'RowExpr')
  const right = as(comparison?.rexpr, 'RowExpr')
  if (comparison === undefined || left?.args === undefined || right?.args === undefined) return []
  if (comparison.kind !== 'AEXPR_OP' || lastName(comparison.name) !== '=') return []
  const pairs = left.args.flatMap((lexpr, index): Node[] => {
    const rexpr = right.args?.[index]
    return rexpr === undefined ? [] : [{ A_Expr: { ...comparison, lexpr, rexpr } }]
  })
  return pairs.map((pair, index) => {
    const kept = without(pairs, index)
    return { ...replacing('drop-conjunct', site, joinConditions('AND_EXPR', kept), [pair]), at: pair }
  })
}

/** `x BETWEEN a AND b` is two conjuncts as well. */
function dropBound(site: Site): Proposal[] {
  return betweenBounds(site.node).map((bound, index, bounds) => {
    const kept = joinConditions('AND_EXPR', without(bounds, index))
    return { ...replacing('drop-conjunct', site, kept, [bound]), at: bound }
  })
}

/** The two comparisons that a BETWEEN stands for; none for every other node. */
export function betweenBounds(node: Node): Node[] {
  const between = as(node, 'A_Expr')
  const [low, high] = as(between?.rexpr, 'List')?.items ?? []
  if (between?.kind !== 'AEXPR_BETWEEN' || between.lexpr === undefined || low === undefined || high === undefined)
    return []
  return [comparing(between.lexpr, '>=', low), comparing(between.lexpr, '<=', high)]
}

export function comparing(lexpr: Node, operator: string, rexpr: Node): Node {
  return { A_Expr: { kind: 'AEXPR_OP', name: [{ String: { sval: operator } }], lexpr, rexpr } }
}

/** The conditions of a clause without one of them; undefined when none is left. */
export function conjunctsWithout(condition: Node | undefined, dropped: Node): Node | undefined {
  const kept = conjunctsOf(condition).filter(conjunct => conjunct !== dropped)
  return kept.length === 0 ? undefined : joinConditions('AND_EXPR', kept)
}
