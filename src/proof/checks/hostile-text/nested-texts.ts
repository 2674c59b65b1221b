// Texts that a part is removed from: `oorr` is `or` again once `or` is removed from it.

/**
 * The texts with parts put inside themselves, so that they are left when the code removes them: each part alone, then
 * all parts together. Each comes once, and once more for code that removes it twice.
 */
export function nestedTexts(texts: string[], parts: readonly string[]): string[] {
  const nested = texts.flatMap(text => {
    const found = parts.filter(part => text.toLowerCase().includes(part.toLowerCase()))
    return [...found.map(part => [part]), found].flatMap(nestedParts => {
      const once = nestedParts.reduce(nest, text)
      return [once, nestedParts.reduce(nest, once)]
    })
  })
  return [...new Set(nested)].filter(text => !texts.includes(text))
}

/** The text with the part inside itself wherever it stands: `' oorr true` for `' or true`. */
function nest(text: string, part: string): string {
  // Nothing is left of `----` when `--` is removed.
  if (inItself(part).replaceAll(part, '') !== part) return text
  const pattern = new RegExp(RegExp.escape(part), 'gi')
  return text.replace(pattern, inItself)
}

function inItself(part: string): string {
  const middle = part.length >> 1
  return part.slice(0, middle) + part + part.slice(middle)
}
