// The parser notes at which byte of the text a node stood. Trees are compared without these notes.

import { isObject, walkTree } from './walk-tree.ts'

/** The fields of a position: `location`, `stmt_len`, `rexpr_list_start`, … */
const POSITION = /^(?:stmt_|rexpr_)?(?:location|len|list_start|list_end)$/

export function isPosition(field: string): boolean {
  return POSITION.test(field)
}

/** Whether two trees are the same but for the positions of their nodes. */
export function isSameTree(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSameTree(item, other[index]))
  if (!isObject(one) || !isObject(other)) return one === other
  const fields = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...fields].every(field => isPosition(field) || isSameTree(one[field], other[field]))
}

/** The first byte of the text that a tree came from; undefined for a tree that came from no text. */
export function firstByte(tree: unknown): number | undefined {
  let first: number | undefined
  walkTree(tree, true, ({ location }) => {
    if (typeof location === 'number' && location >= 0) first = Math.min(first ?? location, location)
    return true
  })
  return first
}
