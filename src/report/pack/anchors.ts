/**
 * Makes unique ids that need no escaping in an address: `shop/list-01-good.md`. Other characters become `_`. When the id is
 * taken, a number is added: `shop/list-01-good.md~2`.
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
