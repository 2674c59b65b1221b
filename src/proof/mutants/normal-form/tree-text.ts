// Trees as texts to sort and to compare by, with their keys in one order and what is undefined left out.

const known = new WeakMap<object, string>()

/** The text of a tree. Trees are never changed in place, so each is written once. */
export function textOf(tree: unknown): string {
  if (typeof tree !== 'object' || tree === null) return JSON.stringify(tree)
  const text = known.get(tree) ?? write(tree)
  known.set(tree, text)
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
