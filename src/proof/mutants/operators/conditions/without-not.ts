import { as, lastName, type Node } from '../../../sql/node.ts'

/** The operators that the parser gives to NOT IN, NOT LIKE, NOT ILIKE, and those without the NOT. */
const POSITIVE: Record<string, string> = { '<>': '=', '!~~': '~~', '!~~*': '~~*', '!~': '~', '!~*': '~*' }

/** `a IN (1)` for `a NOT IN (1)`; likewise NOT BETWEEN, NOT LIKE, NOT ILIKE; undefined for every other node. */
export function withoutNot(node: Node): Node | undefined {
  const expression = as(node, 'A_Expr')
  if (expression === undefined) return undefined
  if (expression.kind === 'AEXPR_NOT_BETWEEN')
    return { A_Expr: { ...expression, kind: 'AEXPR_BETWEEN', name: [{ String: { sval: 'BETWEEN' } }] } }
  const isMatch =
    expression.kind === 'AEXPR_IN' || expression.kind === 'AEXPR_LIKE' || expression.kind === 'AEXPR_ILIKE'
  const positive = isMatch ? POSITIVE[lastName(expression.name)] : undefined
  return positive === undefined ? undefined : { A_Expr: { ...expression, name: [{ String: { sval: positive } }] } }
}
