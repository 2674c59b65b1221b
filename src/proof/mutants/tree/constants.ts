// Constants in a parse tree.

import { as, type Node } from '../../sql/node.ts'

export const TRUE: Node = { A_Const: { boolval: { boolval: true } } }
export const FALSE: Node = { A_Const: { boolval: {} } }
export const NULL: Node = { A_Const: { isnull: true } }

/** true or false when the node is that constant. */
export function constantBoolean(node: Node | undefined): boolean | undefined {
  const value = as(node, 'A_Const')?.boolval
  // Protobuf leaves out what is false: `{boolval: {}}` is the constant false.
  return value === undefined ? undefined : value.boolval === true
}

export function isNullConstant(node: Node | undefined): boolean {
  return as(node, 'A_Const')?.isnull === true
}

/** `100`, `'a'`, and with a cast `'2026-01-01'::date`. */
export function isConstant(node: Node): boolean {
  const cast = as(node, 'TypeCast')?.arg
  return 'A_Const' in node || (cast !== undefined && isConstant(cast))
}

/** A NULL of the type that the value has: with a bare NULL in its place, the code may fail in every call. */
export function nullLike(result: Node): Node {
  return { CaseExpr: { args: [{ CaseWhen: { expr: FALSE, result } }] } }
}
