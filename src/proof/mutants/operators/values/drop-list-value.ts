import { as, type Node } from '../../../sql/node.ts'
import type { NodePath } from '../../tree/node-path.ts'
import { type Operator, replaceNode, without } from '../operator.ts'

/** Drops each value of an IN list, or of the array in `= ANY (ARRAY[…])`; one value must remain. */
export const dropListValue: Operator = {
  name: 'drop-list-value',
  mutate: path => {
    const values = listedValues(path)
    if (values.length < 2) return []
    return values.map((value, index) => {
      const rest = without(values, index)
      const list: Node = 'List' in path.node ? { List: { items: rest } } : { A_ArrayExpr: { elements: rest } }
      return { ...replaceNode(path, list, [value, ' in ', path.parent?.node ?? path.node]), at: value }
    })
  },
}

function listedValues({ node, parent, field }: NodePath): Node[] {
  const owner = as(parent?.node, 'A_Expr')
  if (field !== 'rexpr') return []
  if (owner?.kind === 'AEXPR_IN') return as(node, 'List')?.items ?? []
  if (owner?.kind === 'AEXPR_OP_ANY' || owner?.kind === 'AEXPR_OP_ALL') return as(node, 'A_ArrayExpr')?.elements ?? []
  return []
}
