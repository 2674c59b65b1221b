import { as, lastName, type Node } from '../../../sql/node.ts'
import { betweenBounds, comparing } from '../../tree/conditions.ts'
import { type Operator, replaceNode, without } from '../operator.ts'

const NEIGHBOUR: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '=': '<>', '<>': '=' }

/** Moves a boundary by one (`<` to `<=`), or turns a comparison round (`=` to `<>`, IS DISTINCT FROM to IS NOT DISTINCT FROM). */
export const comparison: Operator = {
  name: 'comparison',
  mutate: path => [...changedComparison(path.node), ...changedBetween(path.node)].map(node => replaceNode(path, node)),
}

function changedComparison(node: Node): Node[] {
  const expression = as(node, 'A_Expr')
  if (expression?.kind === 'AEXPR_DISTINCT') return [{ A_Expr: { ...expression, kind: 'AEXPR_NOT_DISTINCT' } }]
  if (expression?.kind === 'AEXPR_NOT_DISTINCT') return [{ A_Expr: { ...expression, kind: 'AEXPR_DISTINCT' } }]
  if (expression?.kind !== 'AEXPR_OP' || expression.lexpr === undefined) return []
  const neighbour = NEIGHBOUR[lastName(expression.name)]
  return neighbour === undefined ? [] : [{ A_Expr: { ...expression, name: [{ String: { sval: neighbour } }] } }]
}

/** `a BETWEEN 1 AND 9` without its first value, `a > 1 AND a <= 9`, and without its last, `a >= 1 AND a < 9`. */
function changedBetween(node: Node): Node[] {
  const bounds = betweenBounds(node)
  return bounds.flatMap((bound, index): Node[] => {
    const { lexpr, rexpr, name } = as(bound, 'A_Expr') ?? {}
    const [other] = without(bounds, index)
    if (lexpr === undefined || rexpr === undefined || other === undefined) return []
    const strict = comparing(lexpr, NEIGHBOUR[lastName(name)] ?? '=', rexpr)
    return [{ BoolExpr: { boolop: 'AND_EXPR', args: index === 0 ? [strict, other] : [other, strict] } }]
  })
}
