import { scanSync } from 'libpg-query'

export interface Word {
  text: string
  /** The first character in the body, and the one behind the last. */
  start: number
  end: number
}

/** The words and signs of a body, without its comments. */
export function wordsOf(body: string): Word[] {
  const bytes = Buffer.from(body)
  const character = (byte: number) => bytes.subarray(0, byte).toString().length
  return scanSync(body)
    .tokens.filter(({ tokenName }) => !/COMMENT/.test(tokenName))
    .map(({ text, start, end }) => ({ text, start: character(start), end: character(end) }))
}
