// Arithmetic with a constant: `s.approval_limit * 1.00000001 >= po.total_amount` lets a little more pass than the limit, and
// `length(f.name) / 250` is 0 for all names but long ones. The value without it must give something else in some call.

import { as, type Node } from '../../../sql/node.ts'
import { type Operator, replaceNode } from '../../operators/operator.ts'
import { isConstant } from '../../tree/constants.ts'
import type { NodePath } from '../../tree/node-path.ts'
import { mayDecide } from '../drop-operand.ts'
import { decides, plainOperator } from './deciding.ts'

const SCALING = /^(?:[*/%&|#^]|<<|>>)$/
const COMPARING = /^(?:[<>]=?|=|<>)$/

/** `a` for `a / 100`. */
export const dropConstantOperand: Operator = {
  name: 'drop-constant-operand',
  mutate(path, context) {
    const { lexpr, rexpr } = as(path.node, 'A_Expr') ?? {}
    const operator = plainOperator(path.node)
    if (!lexpr || !rexpr || !decides(path, context)) return []
    if (mayDecide(lexpr) && !mayDecide(rexpr) && (SCALING.test(operator) || isShift(path, operator, rexpr)))
      return [replaceNode(path, lexpr)]
    return mayDecide(rexpr) && !mayDecide(lexpr) && SCALING.test(operator) ? [replaceNode(path, rexpr)] : []
  },
}

/** `b + 0.01` of `a <= b + 0.01`. A time that is added is tried at its ends by other checks. */
function isShift(path: NodePath, operator: string, added: Node): boolean {
  const isNumber = as(as(added, 'TypeCast')?.arg ?? added, 'A_Const')?.sval === undefined && isConstant(added)
  return /^[-+]$/.test(operator) && isNumber && COMPARING.test(plainOperator(path.parent?.node))
}

/** A mask of bits without each of its bits: `4097 & x` has two. */
export const dropBit: Operator = {
  name: 'drop-bit',
  mutate(path) {
    const { ival, bsval } = as(path.node, 'A_Const') ?? {}
    if (bsval?.bsval !== undefined) {
      const bits = bsval.bsval
      return [...bits].flatMap((bit, nth) =>
        nth > 0 && bit === '1' ? [replaceNode(path, bitString(`${bits.slice(0, nth)}0${bits.slice(nth + 1)}`))] : [],
      )
    }
    const mask = ival?.ival ?? 0
    if (mask < 0 || !/^[&|#]$/.test(plainOperator(path.parent?.node))) return []
    const bits = Array.from({ length: 31 }, (_, nth) => 2 ** nth).filter(bit => (mask & bit) !== 0)
    return bits.length < 2 ? [] : bits.map(bit => replaceNode(path, { A_Const: { ival: { ival: mask - bit } } }))
  },
}

const bitString = (text: string): Node => ({ A_Const: { bsval: { bsval: text } } })
