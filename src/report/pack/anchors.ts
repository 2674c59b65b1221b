/**
 * Gives names ids that can stand in an address as they are: `shop/list-01-good.md`. Characters that an address would have
 * to escape become `_`; when a name's id is taken, it gets a number.
 */
export function createAnchors(): (name: string) => string {
  const taken = new Set<string>()
  return name => {
    const plain = name.replace(/[^A-Za-z0-9._/-]+/g, '_').slice(0, 200)
    let anchor = plain
    for (let number = 2; taken.has(anchor); number++) anchor = `${plain}~${number}`
    taken.add(anchor)
    return anchor
  }
}
