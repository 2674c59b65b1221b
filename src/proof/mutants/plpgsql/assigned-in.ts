import { scanSync } from 'libpg-query'

/** The two sides of an assignment, as `v[(a = b)::int] := c = d`: the sign is the first that stands in no bracket. */
export function assignedIn(query: string): { before: string; value: string } | undefined {
  let depth = 0
  for (const { text, end } of scanSync(query).tokens) {
    if (text === '[' || text === '(') depth += 1
    if (text === ']' || text === ')') depth -= 1
    if (depth > 0 || (text !== ':=' && text !== '=')) continue
    const before = Buffer.from(query).subarray(0, end).toString()
    const [blanks = ''] = /^\s*/.exec(query.slice(before.length)) ?? []
    return { before: before + blanks, value: query.slice(before.length + blanks.length) }
  }
  return undefined
}
