/** The text up to `limit` characters, and how many were left out. */
export function shorten(text: string, limit: number): { text: string; omitted: number } {
  if (text.length <= limit) return { text, omitted: 0 }
  // Never half of a surrogate pair.
  const start = text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')
  return { text: start, omitted: text.length - start.length }
}
