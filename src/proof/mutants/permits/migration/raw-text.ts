import { scanSync } from 'libpg-query'
import { lineAt } from '../../../sql/replace-bytes.ts'

/** A piece of a statement as it is written. */
export interface RawText {
  text: string
  /** The line in the statement on which the piece begins, from 1. */
  line: number
  /** The statement with another piece. */
  replaceWith: (text: string) => string
}

/** What stands between the parentheses behind a keyword, as behind USING, WITH CHECK or WHEN. */
export function inParentheses(sql: string, keyword: string): RawText | undefined {
  const { tokens } = scanSync(sql)
  const at = depths(tokens).findIndex((depth, nth) => depth === 0 && isWord(tokens[nth], keyword))
  if (at < 0 || tokens[at + 1]?.text !== '(') return undefined
  const close = depths(tokens).findIndex((depth, nth) => nth > at + 1 && depth === 0)
  const [start, end] = [tokens[at + 1]?.end, tokens[close]?.start]
  return start === undefined || end === undefined ? undefined : piece(sql, start, end)
}

/** All that stands behind a keyword. */
export function behind(sql: string, keyword: string): RawText | undefined {
  const { tokens } = scanSync(sql)
  const at = depths(tokens).findIndex((depth, nth) => depth === 0 && isWord(tokens[nth], keyword))
  const start = tokens[at]?.end
  return at < 0 || start === undefined ? undefined : piece(sql, start, Buffer.byteLength(sql))
}

type Tokens = ReturnType<typeof scanSync>['tokens']

function isWord(token: Tokens[number] | undefined, word: string): boolean {
  return token?.text.toLowerCase() === word
}

/** For each token, how many parentheses are open around it; those of a pair are on the same level. */
function depths(tokens: Tokens): number[] {
  let open = 0
  return tokens.map(({ text }) => {
    if (text === '(') return open++
    if (text === ')') open--
    return open
  })
}

function piece(sql: string, start: number, end: number): RawText {
  const bytes = Buffer.from(sql)
  const text = bytes.toString('utf8', start, end)
  const replaceWith = (other: string) => `${bytes.toString('utf8', 0, start)}${other}${bytes.toString('utf8', end)}`
  return { text, line: lineAt(sql, start), replaceWith }
}
