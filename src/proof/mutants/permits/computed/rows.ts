// Comparisons of rows. `(a, b) > (c, d)` and `(a, b) <> (c, d)` are an OR of their pairs.

import { as, columnParts, type Node } from '../../../sql/node.ts'
import { type Operator, type OperatorContext, replaceNode, without } from '../../operators/operator.ts'
import { isRestricting } from '../is-restricting.ts'
import { isLeaf, plainOperator } from './deciding.ts'

/** A comparison of rows without each of its pairs. */
export const dropPair: Operator = {
  name: 'drop-pair',
  mutate(path, context) {
    const { kind, name, lexpr, rexpr } = as(path.node, 'A_Expr') ?? {}
    const [left = [], right = []] = [lexpr, rexpr].map(side => as(side, 'RowExpr')?.args)
    if (kind !== 'AEXPR_OP' || left.length < 2 || left.length !== right.length) return []
    const operator = plainOperator(path.node)
    // `(a, b) = (c, d)` is an AND, which only takes away.
    if (operator === '=' && !isRestricting(path, context.isGuard)) return []
    return left.flatMap((one, nth) => {
      const other = right[nth]
      if (other === undefined || isLink(one, other) || (operator !== '=' && isOfPage(one, other, context))) return []
      const [ownLeft, ownRight] = [without(left, nth), without(right, nth)].map(asRow)
      const rest = { A_Expr: { kind, name, lexpr: ownLeft, rexpr: ownRight } } as Node
      return [{ ...replaceNode(path, rest, [one, ' in ', path.node]), at: one }]
    })
  },
}

function asRow(args: Node[]): Node {
  const [only] = args
  return args.length === 1 && only ? only : { RowExpr: { args, row_format: 'COERCE_IMPLICIT_CAST' } }
}

/** `u.id = t.id`: which rows are meant. */
function isLink(one: Node, other: Node): boolean {
  return [one, other].every(side => (columnParts(side) ?? []).length > 1)
}

/** `(e.name, e.id) > (:after_name, :after_id)`: where a page begins. */
function isOfPage(one: Node, other: Node, { isInFunction }: OperatorContext): boolean {
  const isGiven = (side: Node) => {
    const plain = as(side, 'TypeCast')?.arg ?? side
    return 'ParamRef' in plain || (isInFunction && columnParts(plain)?.length === 1)
  }
  return isLeaf(one) && isLeaf(other) && (isGiven(one) || isGiven(other))
}
