import { type ScanToken, scanSync } from 'libpg-query'
import type { Token } from './tokens.ts'

const KINDS: Record<string, Token['kind']> = {
  SQL_COMMENT: 'comment',
  C_COMMENT: 'comment',
  IDENT: 'word',
  SCONST: 'string',
  BCONST: 'string',
  XCONST: 'string',
  ICONST: 'number',
  FCONST: 'number',
  PARAM: 'parameter',
}

const DOLLAR_QUOTED = /^\$\w*\$/

/**
 * The tokens that PostgreSQL's own scanner finds, comments included; undefined when the scanner fails. `:name` is one
 * token. Text between dollar quotes is scanned as code: it is the body of a function, or a statement that the body builds.
 */
export function sqlTokens(code: string): Token[] | undefined {
  let scanned: ScanToken[]
  try {
    scanned = scanSync(code).tokens
  } catch {
    // The scanner's message is about its own JSON, which no user has seen.
    return undefined
  }
  const offsetOf = createOffsets(code)
  const tokens: Token[] = []
  for (let index = 0; index < scanned.length; index++) {
    const token = scanned[index] as ScanToken
    const next = scanned[index + 1]
    const [start, end] = [offsetOf(token.start), offsetOf(token.end)]
    if (token.text === ':' && next && next.start === token.end && isName(next) && !isSlice(scanned[index - 1], token)) {
      tokens.push({ kind: 'parameter', text: `:${next.text}`, start, end: offsetOf(next.end) })
      index++
      continue
    }
    const body = token.tokenName === 'SCONST' ? dollarQuoted(code.slice(start, end), start) : undefined
    if (body) tokens.push(...body)
    else tokens.push({ ...kindOf(token), text: code.slice(start, end), start, end })
  }
  return tokens
}

function kindOf({ tokenName, keywordKind }: ScanToken): Pick<Token, 'kind' | 'isKeyword'> {
  if (keywordKind > 0) return { kind: 'word', isKeyword: true }
  const kind = KINDS[tokenName] ?? 'symbol'
  return kind === 'word' ? { kind, isKeyword: false } : { kind }
}

function isName({ tokenName, keywordKind }: ScanToken): boolean {
  return tokenName === 'IDENT' || keywordKind > 0
}

/** The colon of `arr[lo:hi]` is no parameter: a value comes right before the colon. */
function isSlice(before: ScanToken | undefined, colon: ScanToken): boolean {
  if (before?.end !== colon.start) return false
  return /^[)\]]$/.test(before.text) || ['IDENT', 'ICONST', 'PARAM'].includes(before.tokenName)
}

function dollarQuoted(text: string, start: number): Token[] | undefined {
  const quote = DOLLAR_QUOTED.exec(text)?.[0]
  if (quote === undefined) return undefined
  const offset = start + quote.length
  return sqlTokens(text.slice(quote.length, -quote.length))?.map(token => ({
    ...token,
    start: token.start + offset,
    end: token.end + offset,
  }))
}

/** Converts the scanner's offsets, which count bytes of UTF-8, to offsets in the string. */
function createOffsets(code: string): (byte: number) => number {
  const bytes = Buffer.from(code)
  if (bytes.length === code.length) return byte => byte
  const offsets = new Int32Array(bytes.length + 1).fill(code.length)
  let byte = 0
  let offset = 0
  for (const character of code) {
    offsets[byte] = offset
    byte += Buffer.byteLength(character)
    offset += character.length
  }
  return byte => offsets[byte] ?? code.length
}
