// Walks the trees of PostgreSQL's parser and of PL/pgSQL's: objects and lists, of which an object may have any fields.

export type Tree = Record<string, unknown>

/** The fields and list positions that lead from one value of a tree to another, as `['targetList', 0, 'ResTarget']`. */
export type Keys = readonly (string | number)[]

export function isObject(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Enters every object of a tree, parents first. `keys` lead to the object from the object around it: `['whereClause']`,
 * or `['targetList', 0]`. `outer` is what `enter` returned for the object around it; undefined leaves out what is inside.
 */
export function walkTree<T>(
  tree: unknown,
  outer: T,
  enter: (object: Tree, keys: Keys, outer: T) => T | undefined,
): void {
  const visit = (value: unknown, keys: Keys, around: T): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, [...keys, index], around)
    if (!isObject(value)) return
    const inner = enter(value, keys, around)
    if (inner !== undefined) for (const [key, item] of Object.entries(value)) visit(item, [key], inner)
  }
  visit(tree, [], outer)
}

/** Visits every object that is the value of a field, parents first, with the name of the field; items of lists have none. */
export function walk(tree: unknown, visit: (name: string, object: Tree) => void): void {
  walkTree(tree, true, (object, keys) => {
    const key = keys.at(-1)
    if (typeof key === 'string') visit(key, object)
    return true
  })
}
