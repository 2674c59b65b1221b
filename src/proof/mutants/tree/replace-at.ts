import { isObject, type Keys } from '../../sql/walk-tree.ts'

/** A copy of the tree with another value where the keys lead; undefined takes the last key away. The tree stays as it was. */
export function replaceAt<T>(tree: T, keys: Keys, value: unknown): T
export function replaceAt(tree: unknown, keys: Keys, value: unknown): unknown {
  const [key, ...rest] = keys
  if (key === undefined) return value
  if (Array.isArray(tree)) return tree.map((item, index) => (index === key ? replaceAt(item, rest, value) : item))
  if (!isObject(tree)) throw new Error(`No node at ${keys.join('.')}`)
  const changed = replaceAt(tree[key], rest, value)
  if (changed !== undefined) return { ...tree, [key]: changed }
  const { [String(key)]: _, ...others } = tree
  return others
}

/** What the keys lead to. */
export function valueAt(tree: unknown, keys: Keys): unknown {
  return keys.reduce<unknown>((value, key) => (value as Record<string | number, unknown> | undefined)?.[key], tree)
}
