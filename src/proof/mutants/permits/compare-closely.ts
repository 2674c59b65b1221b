// A comparison of two values that were both made coarser takes different values for one: `code::bpchar = :code::bpchar` does not
// see blanks at the end. What that permits must be seen at work, as with other permits: with the values as they are, some call
// gives something else.

import { as, lastName, type Node } from '../../sql/node.ts'
import { type Operator, replaceNode } from '../operators/operator.ts'

/** Types that keep every value of an id, a code or a text as it is. */
const KEEPS_ALL = /^(?:text|uuid|int[248]?|smallint|integer|bigint|numeric|json|jsonb)$/

/** `a = b` for `f(a) = f(b)`. */
export const compareClosely: Operator = {
  name: 'compare-closely',
  mutate(path) {
    const { kind, name, lexpr, rexpr, ...rest } = as(path.node, 'A_Expr') ?? {}
    const isEqual = kind === 'AEXPR_OP' && lastName(name) === '='
    if (!lexpr || !rexpr || !(isEqual || kind === 'AEXPR_NOT_DISTINCT')) return []
    const [left, right] = [coarser(lexpr), coarser(rexpr)]
    if (!left || !right || left.by !== right.by) return []
    return [replaceNode(path, { A_Expr: { ...rest, kind, name, lexpr: left.value, rexpr: right.value } } as Node)]
  },
}

/** What a value was made coarser by, and the value itself; undefined for a value as it is. */
function coarser(node: Node): { by: string; value: Node } | undefined {
  const { funcname, args: [value] = [] } = as(node, 'FuncCall') ?? {}
  if (value) return { by: lastName(funcname), value }
  const cast = as(node, 'TypeCast')
  const type = lastName(cast?.typeName?.names)
  return cast?.arg && !KEEPS_ALL.test(type) ? { by: `::${type}`, value: cast.arg } : undefined
}
