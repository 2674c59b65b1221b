import { as, lastName, type Node } from '../../../sql/node.ts'
import { argumentsOf, betweenBounds, joinConditions } from '../../tree/conditions.ts'
import { constantBoolean, TRUE } from '../../tree/constants.ts'
import { isConditionRoot, type NodePath } from '../../tree/node-path.ts'
import { type Mutation, type Operator, replaceNode, without } from '../operator.ts'

/** Drops each conjunct of an AND, and each condition that stands alone: the forgotten guard. */
export const dropConjunct: Operator = {
  name: 'drop-conjunct',
  mutate: path => {
    const args = argumentsOf(path.node, 'AND_EXPR')
    if (args !== undefined) return dropEach(path, args)
    return [
      ...dropWhole(path),
      ...dropEach(path, rowComparisons(path.node)),
      ...dropEach(path, betweenBounds(path.node)),
    ]
  },
}

/** Drops each of the conjuncts that the node consists of. */
function dropEach(path: NodePath, conjuncts: Node[]): Mutation[] {
  return conjuncts.map((conjunct, index) => ({
    ...replaceNode(path, joinConditions('AND_EXPR', without(conjuncts, index)), [conjunct]),
    at: conjunct,
  }))
}

const NEEDED = ['quals', 'joinCondition', 'expr', 'result', 'defresult']

function dropWhole(path: NodePath): Mutation[] {
  if (!isConditionRoot(path) || constantBoolean(path.node) !== undefined) return []
  // A whole CHECK is left out by `drop-constraint`.
  if (path.field === 'raw_expr') return []
  // A join, a MERGE and a CASE need a condition, and a policy without one lets nothing through; the other clauses can be left
  // out.
  const isNeeded = [...NEEDED, 'qual', 'with_check'].includes(path.field)
  return [{ what: [path.node], edits: [{ keys: path.keys, value: isNeeded ? TRUE : undefined }] }]
}

/** `(a, b) = (c, d)` as `a = c` and `b = d`; none for every other node. */
function rowComparisons(node: Node): Node[] {
  const comparison = as(node, 'A_Expr')
  const left = as(comparison?.lexpr, 'RowExpr')
  const right = as(comparison?.rexpr, 'RowExpr')
  if (comparison === undefined || left?.args === undefined || right?.args === undefined) return []
  if (comparison.kind !== 'AEXPR_OP' || lastName(comparison.name) !== '=') return []
  return left.args.flatMap((lexpr, index): Node[] => {
    const rexpr = right.args?.[index]
    return rexpr === undefined ? [] : [{ A_Expr: { ...comparison, lexpr, rexpr } }]
  })
}
