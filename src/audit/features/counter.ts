import type { CodeParts } from '../code/read-code.ts'
import type { Token } from '../code/tokens.ts'

/** Counts something in a case. */
export type Counter = (one: CountInput) => number

/** What the counters read of a case. */
export interface CountInput {
  /** How many files the case has. */
  files: number
  code: CodeParts
  tokens: Token[]
  /** One for each token, see `wordsOf`. */
  words: string[]
  lines: string[]
  /** How many different parameters the server sets, and how many the client sets. */
  trusted: number
  client: number
}

/** Words and symbols in lower case; strings, numbers and parameters become the empty string. */
export function wordsOf(tokens: Token[]): string[] {
  return tokens.map(({ kind, text }) => (kind === 'word' || kind === 'symbol' ? text.toLowerCase() : ''))
}

export function count(words: string[], ...wanted: string[]): number {
  return words.filter(word => wanted.includes(word)).length
}

export function countSequences(words: string[], ...wanted: string[]): number {
  return words.filter((_, index) => wanted.every((word, offset) => words[index + offset] === word)).length
}

/** GRANT SELECT, UPDATE (title) ON …: rights on single columns. */
export function countColumnGrants(words: string[]): number {
  return words.filter((word, index) => word === 'grant' && words.slice(index, words.indexOf('on', index)).includes('('))
    .length
}
