// Narrow access to PostgreSQL's parse tree, and edits that leave the tree they start from as it was.

import type { Node } from 'libpg-query'

export type { Node }
export type Kind = Node extends infer N ? (N extends object ? keyof N & string : never) : never
export type Body<K extends Kind> = Extract<Node, Record<K, unknown>>[K]
export type Path = readonly (string | number)[]

/** The body of a node if it is of this kind, e.g. `as(node, 'BoolExpr')?.args`. */
export function as<K extends Kind>(node: Node | undefined, kind: K): Body<K> | undefined {
  // The union has one member for each kind, so a key that is present names the type of its value.
  return node !== undefined && kind in node ? (node as unknown as Record<K, Body<K>>)[kind] : undefined
}

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

/** The arguments of an AND, an OR or a NOT; undefined for everything else. */
export function argumentsOf(node: Node | undefined, operator: 'AND_EXPR' | 'OR_EXPR' | 'NOT_EXPR'): Node[] | undefined {
  const expression = as(node, 'BoolExpr')
  return expression?.boolop === operator ? (expression.args ?? []) : undefined
}

/** Joins conditions; none is TRUE for AND and FALSE for OR, one is itself. */
export function joinConditions(operator: 'AND_EXPR' | 'OR_EXPR', args: Node[]): Node {
  const [only] = args
  if (only === undefined) return operator === 'AND_EXPR' ? TRUE : FALSE
  return args.length === 1 ? only : { BoolExpr: { boolop: operator, args } }
}

export function negated(condition: Node): Node {
  return { BoolExpr: { boolop: 'NOT_EXPR', args: [condition] } }
}

/** The conjuncts of a condition: none of an absent one, itself when it is no AND. */
export function conjunctsOf(condition: Node | undefined): Node[] {
  return condition === undefined ? [] : (argumentsOf(condition, 'AND_EXPR') ?? [condition])
}

/** The last name of an operator, a function or a type: `=`, `sum`, `int4`. */
export function lastName(names: Node[] | undefined): string {
  return as(names?.at(-1), 'String')?.sval ?? ''
}

/** The parts of a column reference, `*` for a star. */
export function columnParts(node: Node | undefined): string[] | undefined {
  return as(node, 'ColumnRef')?.fields?.map(field => as(field, 'String')?.sval ?? '*')
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A copy of the tree in which the value at the path is another; `undefined` takes the key away. */
export function replaceAt<T>(tree: T, path: Path, value: unknown): T
export function replaceAt(tree: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (Array.isArray(tree)) return tree.map((item, index) => (index === key ? replaceAt(item, rest, value) : item))
  if (!isObject(tree)) throw new Error(`No node at ${path.join('.')}`)
  const changed = replaceAt(tree[key], rest, value)
  if (changed !== undefined) return { ...tree, [key]: changed }
  const { [String(key)]: _, ...others } = tree
  return others
}

/** Every node in the tree, itself included, parents first. */
export function* descendants(tree: unknown): Generator<Node> {
  if (Array.isArray(tree)) for (const item of tree) yield* descendants(item)
  if (!isObject(tree)) return
  const keys = Object.keys(tree)
  if (keys.length === 1 && /^[A-Z]/.test(keys[0] ?? '')) yield tree as Node
  for (const key of keys) yield* descendants(tree[key])
}

// The fields that only say where in the text a node stood.
const PLACE = /^(?:stmt_|rexpr_)?(?:location|len|list_start|list_end)$/

/** Whether a field means something, and does not only say where in the text a node stood. */
export function isMeaning(key: string, value: unknown): boolean {
  return value !== undefined && !PLACE.test(key)
}

/** Whether two trees mean the same word for word, wherever their nodes stood. */
export function isSameTree(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSameTree(item, other[index]))
  if (!isObject(one) || !isObject(other)) return one === other
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every(key => PLACE.test(key) || isSameTree(one[key], other[key]))
}

/** The first byte of the text that the node came from; undefined for a node that came from no text. */
export function firstByte(tree: unknown): number | undefined {
  if (Array.isArray(tree)) return smallest(tree.map(firstByte))
  if (!isObject(tree)) return undefined
  const here = typeof tree.location === 'number' && tree.location >= 0 ? tree.location : undefined
  return smallest([here, ...Object.values(tree).map(firstByte)])
}

function smallest(numbers: (number | undefined)[]): number | undefined {
  const known = numbers.filter(number => number !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}
