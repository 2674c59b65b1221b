// Typed access to PostgreSQL's parse tree. A node is an object with one field, whose name is the node's kind:
// `{ ColumnRef: { fields: […] } }`.

import type { Node } from 'libpg-query'
import { type Tree, walkTree } from './walk-tree.ts'

export type { Node }
export type Kind = Node extends infer N ? (N extends object ? keyof N & string : never) : never
export type Body<K extends Kind> = Extract<Node, Record<K, unknown>>[K]

/** The body of a node if it is of this kind, e.g. `as(node, 'BoolExpr')?.args`. */
export function as<K extends Kind>(node: Node | undefined, kind: K): Body<K> | undefined {
  // The union has one member for each kind, so a key that is present names the type of its value.
  return node !== undefined && kind in node ? (node as unknown as Record<K, Body<K>>)[kind] : undefined
}

/** The kind of a node; undefined for an object of the tree that is no node, such as the body of one. */
export function kindOf(object: Tree): Kind | undefined {
  const [kind, ...others] = Object.keys(object)
  return kind !== undefined && others.length === 0 && /^[A-Z]/.test(kind) ? (kind as Kind) : undefined
}

/** Every node in the tree, the tree itself included, parents first. */
export function nodesIn(tree: unknown): Node[] {
  const nodes: Node[] = []
  walkTree(tree, true, object => {
    if (kindOf(object) !== undefined) nodes.push(object as unknown as Node)
    return true
  })
  return nodes
}

/** The last name of an operator, a function or a type: `=`, `sum`, `int4`. */
export function lastName(names: Node[] | undefined): string {
  return as(names?.at(-1), 'String')?.sval ?? ''
}

/** The parts of a column reference, `*` for a star: `['t', 'id']`, `['t', '*']`. */
export function columnParts(node: Node | undefined): string[] | undefined {
  return as(node, 'ColumnRef')?.fields?.map(field => as(field, 'String')?.sval ?? '*')
}
