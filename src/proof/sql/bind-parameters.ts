// `:name` is not SQL. PostgreSQL's own scanner finds it, so that casts (`a::name`), strings, comments and dollar quotes
// are left alone. A colon is SQL itself in two places, a slice (`a[1:n]`) and a JSON_OBJECT (`JSON_OBJECT('key': n)`):
// there it follows a value, and a parameter never does.

import { parseSync, type ScanToken, scanSync } from 'libpg-query'
import { type Replacement, replaceBytes } from './replace-bytes.ts'

/** The statement with `:name` and `$n` replaced. */
export function bindParameters(
  sql: string,
  /** What to write for a name; undefined leaves the parameter as it is. */
  byName: (name: string) => string | undefined,
  /** What to write for `$n`, n from 1; undefined leaves the parameter as it is. */
  byNumber: (number: number) => string | undefined = () => undefined,
): string {
  const bytes = Buffer.from(sql)
  const replacements = parametersIn(sql).flatMap(({ key, start, end }): Replacement[] => {
    const text = typeof key === 'string' ? byName(key) : byNumber(key)
    return text === undefined ? [] : [{ start, end, text: apart(text, bytes, start, end) }]
  })
  return replaceBytes(sql, replacements)
}

/** The text with blanks where it would become one word with what touches it: `a:name` is not the name `a$1`. */
function apart(text: string, bytes: Buffer, start: number, end: number): string {
  const [before, after] = [
    bytes.toString('latin1', Math.max(0, start - 1), start),
    bytes.toString('latin1', end, end + 1),
  ]
  return `${/[\w$\x80-\xff]/.test(before) ? ' ' : ''}${text}${/["'\w$\x80-\xff]/.test(after) ? ' ' : ''}`
}

/** The first `:name` that is not known. */
export function strayParameter(sql: string, isKnown: (name: string) => boolean): string | undefined {
  const names = parametersIn(sql).map(({ key }) => key)
  return names.filter(key => typeof key === 'string').find(name => !isKnown(name))
}

interface Parameter {
  /** The name of `:name`, or the number of `$1`. */
  key: string | number
  /** The first byte, and the one behind the last. */
  start: number
  end: number
}

/** The parameters of a text, in its order. */
function parametersIn(sql: string): Parameter[] {
  const tokens = tokensOf(sql)
  const parameters: Parameter[] = []
  const openBrackets: string[] = []
  let before: Before | undefined
  for (const [index, token] of tokens.entries()) {
    const { text, start, end } = token
    if (text === '[' || text === '(') openBrackets.push(text)
    if (text === ']' || text === ')') openBrackets.pop()
    if (token.tokenName === 'PARAM') parameters.push({ key: Number(text.slice(1)), start, end })
    const next = tokens[index + 1]
    const isParameter =
      text === ':' && next?.start === end && isName(next) && !isAfterValue(token, before, openBrackets.at(-1) === '[')
    if (isParameter) parameters.push({ key: next.text, start, end: next.end })
    before = { token, isParameterName: parameters.at(-1)?.end === end }
  }
  return parameters
}

interface Before {
  token: ScanToken
  /** The token is the name in `:name`, and so it ends a value even where it is a keyword: `a[:from:n]`. */
  isParameterName: boolean
}

/** Whether a colon follows a value, as in a slice, so that no parameter begins with the colon. */
function isAfterValue(colon: ScanToken, before: Before | undefined, isInSquareBrackets: boolean): boolean {
  if (before === undefined) return false
  const { token, isParameterName } = before
  const touches = token.end === colon.start
  // `a[lo:hi]`, `a[1 :hi]`, `a[b[1]:hi]`, `a[$1:hi]`, `JSON_OBJECT('key':hi)`: no value follows a value.
  if (isParameterName || VALUES.has(token.tokenName) || /['\]]$/.test(token.text)) return true
  // `a[(1) :hi]` and `(a):hi`, but not `DISTINCT ON (a) :hi`.
  if (token.text === ')') return touches || isInSquareBrackets
  // `a[name:hi]`, `a[b::int:hi]`, `a[CASE … END:hi]`, but not `ARRAY[a AT TIME ZONE :zone]`.
  return isInSquareBrackets && touches && (VALUE_KEYWORDS.has(token.keywordKind) || /^end$/i.test(token.text))
}

const VALUES = new Set(['IDENT', 'ICONST', 'FCONST', 'SCONST', 'PARAM'])

/** The scanner's kinds of keywords that may name a column (1, as `name`) or a type (2, as `int`). */
const VALUE_KEYWORDS = new Set([1, 2])

/** A word, or a string as psql writes it (`:'name'`), which is then said to be unknown; no number: `a[:2]` is a slice. */
function isName({ tokenName, keywordKind }: ScanToken): boolean {
  return tokenName === 'IDENT' || tokenName === 'SCONST' || keywordKind > 0
}

/** The words of texts that were asked for before: the conditions of proof.yaml are bound thousands of times. */
const knownTokens = new Map<string, ScanToken[]>()
const MOST_KNOWN = 1000

/**
 * The words of a text, without its comments.
 *
 * @throws Error with what PostgreSQL says of the text: the scanner alone only says that its answer is no JSON.
 */
export function tokensOf(sql: string): ScanToken[] {
  const before = knownTokens.get(sql)
  if (before) return before
  try {
    const tokens = scanSync(sql).tokens.filter(({ tokenName }) => !/COMMENT/.test(tokenName))
    if (knownTokens.size >= MOST_KNOWN) knownTokens.clear()
    knownTokens.set(sql, tokens)
    return tokens
  } catch (error) {
    parseSync(sql)
    throw error
  }
}

/** The text up to its last word: without semicolons at its end, and without the comments behind the first of them. */
export function withoutEnd(sql: string): string {
  const tokens = tokensOf(sql)
  const last = tokens.findLastIndex(({ text }) => text !== ';')
  const semicolon = tokens[last + 1]
  return (semicolon ? Buffer.from(sql).toString('utf8', 0, semicolon.start) : sql).trim()
}
