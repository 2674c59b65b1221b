import { type ScanToken, scanSync } from 'libpg-query'
import type { Token } from './tokens.ts'

const KINDS: Record<string, Token['kind']> = {
  SQL_COMMENT: 'comment',
  C_COMMENT: 'comment',
  IDENT: 'word',
  SCONST: 'text',
  BCONST: 'text',
  XCONST: 'text',
  ICONST: 'number',
  FCONST: 'number',
  PARAM: 'parameter',
}

const DOLLAR_QUOTED = /^\$\w*\$/

/**
 * The tokens as PostgreSQL's own scanner sees them, comments included; undefined where it gives up. `:name` is one
 * token. What stands between dollar quotes is code: the body of a function, or a statement that is put together there.
 */
export function sqlTokens(code: string): Token[] | undefined {
  let scanned: ScanToken[]
  try {
    scanned = scanSync(code).tokens
  } catch {
    // The scanner's message is about its own JSON and would tell nobody anything.
    return undefined
  }
  const place = placesOf(code)
  const tokens: Token[] = []
  for (let index = 0; index < scanned.length; index++) {
    const token = scanned[index] as ScanToken
    const next = scanned[index + 1]
    const [start, end] = [place(token.start), place(token.end)]
    if (token.text === ':' && next && next.start === token.end && isName(next) && !isSlice(scanned[index - 1], token)) {
      tokens.push({ kind: 'parameter', text: `:${next.text}`, start, end: place(next.end) })
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
  const kind = KINDS[tokenName] ?? 'sign'
  return kind === 'word' ? { kind, isKeyword: false } : { kind }
}

function isName({ tokenName, keywordKind }: ScanToken): boolean {
  return tokenName === 'IDENT' || keywordKind > 0
}

/** The colon of `arr[lo:hi]`: a value stands right before it. */
function isSlice(before: ScanToken | undefined, colon: ScanToken): boolean {
  if (before?.end !== colon.start) return false
  return /^[)\]]$/.test(before.text) || ['IDENT', 'ICONST', 'PARAM'].includes(before.tokenName)
}

function dollarQuoted(text: string, start: number): Token[] | undefined {
  const mark = DOLLAR_QUOTED.exec(text)?.[0]
  if (mark === undefined) return undefined
  const offset = start + mark.length
  return sqlTokens(text.slice(mark.length, -mark.length))?.map(token => ({
    ...token,
    start: token.start + offset,
    end: token.end + offset,
  }))
}

/** The scanner counts bytes of UTF-8; we count as strings do. */
function placesOf(code: string): (byte: number) => number {
  const bytes = Buffer.from(code)
  if (bytes.length === code.length) return byte => byte
  return byte => bytes.toString('utf8', 0, byte).length
}
