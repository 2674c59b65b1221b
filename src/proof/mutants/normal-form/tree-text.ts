// Trees as texts to sort and to compare by: with their keys sorted, and without the keys of undefined values.

const cache = new WeakMap<object, string>()

/** The text of a tree. Trees are never changed in place, so the text of each is made once. */
export function textOf(tree: unknown): string {
  if (typeof tree !== 'object' || tree === null) return JSON.stringify(tree)
  const text = cache.get(tree) ?? write(tree)
  cache.set(tree, text)
  return text
}

function write(tree: object): string {
  if (Array.isArray(tree)) return `[${tree.map(textOf).join()}]`
  const entries = Object.entries(tree).filter(([, value]) => value !== undefined)
  return `{${entries
    .map(([key, value]) => `${key}:${textOf(value)}`)
    .sort()
    .join()}}`
}
