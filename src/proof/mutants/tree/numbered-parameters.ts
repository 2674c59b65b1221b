// `:name` is not SQL: for the parser it becomes `$n`, and in what is written back `$n` becomes `:name` again.
// The scanner finds both, so that `::type`, strings, comments and dollar quotes are left alone.

import { type ScanToken, scanSync } from 'libpg-query'

// Far above every `$1` that a case may hold itself, so that the two can stand side by side.
const FIRST = 10_000

const OPERAND_ENDS = new Set(['IDENT', 'ICONST', 'FCONST', 'PARAM', 'SCONST'])

interface Replacement {
  start: number
  end: number
  text: string
}

/** The text with `:name` as `$n` for the declared names only; lines stay where they were. */
export function numberParameters(sql: string, names: readonly string[]): string {
  if (names.length === 0) return sql
  const tokens = scanSync(sql).tokens
  const brackets: string[] = []
  const replacements: Replacement[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.text === '[' || token.text === '(') brackets.push(token.text)
    if (token.text === ']' || token.text === ')') brackets.pop()
    const name = tokens[index + 1]
    if (token.text !== ':' || name === undefined || name.start !== token.end) continue
    const number = names.indexOf(name.text)
    // In `a[lo:hi]` the colon follows an operand: it cuts a slice, even where a parameter is called `hi`.
    if (number < 0 || (brackets.at(-1) === '[' && endsOperand(tokens[index - 1]))) continue
    replacements.push({ start: token.start, end: name.end, text: `$${FIRST + number}` })
  }
  return spliceBytes(sql, replacements)
}

/** The reverse of `numberParameters`. */
export function nameParameters(sql: string, names: readonly string[]): string {
  if (names.length === 0) return sql
  const replacements = scanSync(sql).tokens.flatMap(token => {
    const name = token.tokenName === 'PARAM' ? names[Number(token.text.slice(1)) - FIRST] : undefined
    return name === undefined ? [] : [{ start: token.start, end: token.end, text: `:${name}` }]
  })
  return spliceBytes(sql, replacements)
}

/** The name of the parameter that a `$n` of `numberParameters` stands for. */
export function parameterName(number: number | undefined, names: readonly string[]): string | undefined {
  return number === undefined ? undefined : names[number - FIRST]
}

export function parameterNumber(name: string, names: readonly string[]): number {
  return FIRST + names.indexOf(name)
}

function endsOperand(token: ScanToken | undefined): boolean {
  if (token === undefined) return false
  return OPERAND_ENDS.has(token.tokenName) || /^[\])]$/.test(token.text) || token.keywordKind === 1
}

/** Replaces parts of a text given by the scanner, which counts bytes of UTF-8. */
export function spliceBytes(text: string, replacements: Replacement[]): string {
  const bytes = Buffer.from(text)
  const pieces: string[] = []
  let done = 0
  for (const { start, end, text: replacement } of replacements) {
    pieces.push(bytes.toString('utf8', done, start), replacement)
    done = end
  }
  return pieces.join('') + bytes.toString('utf8', done)
}

/** The line, from 1, in which a byte of the text stands. */
export function lineAt(text: string, byte: number): number {
  return Buffer.from(text).subarray(0, byte).toString().split('\n').length
}
