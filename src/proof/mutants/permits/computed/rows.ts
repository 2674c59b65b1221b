// Comparisons of rows. `(a, b) > (c, d)` and `(a, b) <> (c, d)` are an OR of their pairs.

import { as, columnParts, lastName, type Node } from '../../../sql/node.ts'
import { type Operator, type OperatorContext, replaceNode, without } from '../../operators/operator.ts'
import { mayGive, mayTake } from '../is-restricting.ts'
import { isLeaf } from './deciding.ts'

/** A comparison of rows without each of its pairs. */
export const dropPair: Operator = {
  name: 'drop-pair',
  mutate(path, context) {
    const { kind, name, lexpr, rexpr } = as(path.node, 'A_Expr') ?? {}
    const left = as(lexpr, 'RowExpr')?.args ?? []
    const rows = kind === 'AEXPR_IN' ? (as(rexpr, 'List')?.items ?? []) : rexpr ? [rexpr] : []
    const rights = rows.map(row => as(row, 'RowExpr')?.args ?? [])
    if (!KINDS.includes(kind ?? '') || left.length < 2 || rights.some(({ length }) => length !== left.length)) return []
    // `(a, b) = (c, d)` is an AND, which only takes away.
    const isAnd = kind === 'AEXPR_NOT_DISTINCT' || (kind !== 'AEXPR_DISTINCT' && lastName(name) === '=')
    if (isAnd && !mayTake(path, context)) return []
    // A guard with `(a, b) NOT IN (…)` refuses more for each pair that must be equal.
    const isUnequal = kind === 'AEXPR_DISTINCT' || lastName(name) === '<>'
    if (isUnequal && !mayGive(path, context)) return []
    const isOrder = kind === 'AEXPR_OP' && /^[<>]=?$/.test(lastName(name))
    return left.flatMap((one, nth) => {
      const others = rights.map(row => row[nth] ?? one)
      if (others.every(other => (isAnd ? isLink(one, other) : isOrder && isOfPage(one, other, context)))) return []
      const [first, ...more] = rights.map(row => asRow(without(row, nth)))
      const right = kind === 'AEXPR_IN' && first ? { List: { items: [first, ...more] } } : first
      const rest = { A_Expr: { kind, name, lexpr: asRow(without(left, nth)), rexpr: right } } as Node
      return [{ ...replaceNode(path, rest, [one, ' in ', path.node]), at: one }]
    })
  },
}

const KINDS = ['AEXPR_OP', 'AEXPR_IN', 'AEXPR_DISTINCT', 'AEXPR_NOT_DISTINCT']

function asRow(args: Node[]): Node {
  const [only] = args
  return args.length === 1 && only ? only : { RowExpr: { args, row_format: 'COERCE_IMPLICIT_CAST' } }
}

/** `u.id = t.id`, `u.org_id = :org_id`: which rows are meant. */
function isLink(one: Node, other: Node): boolean {
  const isColumn = (side: Node) => (columnParts(side) ?? []).length > 1
  return isLeaf(one) && isLeaf(other) && (isColumn(one) || isColumn(other))
}

/** `(e.name, e.id) > (:after_name, :after_id)`: where a page begins. */
function isOfPage(one: Node, other: Node, { isInFunction }: OperatorContext): boolean {
  const isGiven = (side: Node) => {
    const plain = as(side, 'TypeCast')?.arg ?? side
    return 'ParamRef' in plain || (isInFunction && columnParts(plain)?.length === 1)
  }
  return isLeaf(one) && isLeaf(other) && (isGiven(one) || isGiven(other))
}
