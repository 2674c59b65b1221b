import { isSql } from '../../lib/code/is-sql.ts'
import { sqlTokens } from './sql-tokens.ts'
import type { Token } from './tokens.ts'

/** An exact lexer of a language. Code in all other languages is read by `genericTokens`. */
interface Lexer {
  accepts(language: string): boolean
  /** The name under which `genericTokens` knows the comments of the language, for code that the lexer refuses. */
  name: string
  /** Undefined: the lexer refuses the code. */
  tokens(code: string): Token[] | undefined
}

const LEXERS: Lexer[] = [{ accepts: isSql, name: 'sql', tokens: sqlTokens }]

export function lexerOf(language: string): Lexer | undefined {
  return LEXERS.find(({ accepts }) => accepts(language))
}
