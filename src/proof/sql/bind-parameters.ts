import { parseSync, type ScanToken, scanSync } from 'libpg-query'

const PARAMETER = 'PARAM'

/**
 * The statement with `:name` of each declared name and `$n` replaced. PostgreSQL's own scanner tells a parameter from a
 * cast, a slice, a string or a comment; its offsets are bytes.
 */
export function bindParameters(
  sql: string,
  /** What to write for a name; undefined leaves it as it is. */
  byName: (name: string) => string | undefined,
  /** What to write for `$n`, n from 1; undefined leaves it as it is. */
  byNumber: (number: number) => string | undefined = () => undefined,
): string {
  const tokens = tokensOf(sql)
  const bytes = Buffer.from(sql)
  let bound = ''
  let done = 0
  const replace = (start: number, end: number, text: string) => {
    bound += bytes.subarray(done, start).toString() + text
    done = end
  }
  tokens.forEach((token, index) => {
    if (token.tokenName === PARAMETER) {
      const text = byNumber(Number(token.text.slice(1)))
      if (text !== undefined) replace(token.start, token.end, text)
      return
    }
    const next = tokens[index + 1]
    if (token.text !== ':' || next?.start !== token.end || isSlice(tokens[index - 1], token)) return
    const text = byName(next.text)
    if (text !== undefined) replace(token.start, next.end, text)
  })
  return bound + bytes.subarray(done).toString()
}

/** The first `:name` that is not known. */
export function strayParameter(sql: string, isKnown: (name: string) => boolean): string | undefined {
  let found: string | undefined
  bindParameters(sql, name => {
    if (!isKnown(name)) found ??= name
    return undefined
  })
  return found
}

/** @throws with what PostgreSQL says of it: the scanner alone only says that its answer is no JSON. */
function tokensOf(sql: string): ScanToken[] {
  try {
    return scanSync(sql).tokens
  } catch (error) {
    parseSync(sql)
    throw error
  }
}

/** The colon of `arr[lo:hi]`: a value stands right before it. */
function isSlice(before: ScanToken | undefined, colon: ScanToken): boolean {
  if (before?.end !== colon.start) return false
  return before.text === ')' || before.text === ']' || ['IDENT', 'ICONST', PARAMETER].includes(before.tokenName)
}
