/** The smallest part of a piece of code, in any language. */
export interface Token {
  /** `word` is a keyword or a name; `string` is a literal with its quotes; `symbol` is an operator or a bracket. */
  kind: 'word' | 'parameter' | 'number' | 'string' | 'symbol' | 'comment'
  /** The source text of the token, in its own upper and lower case. */
  text: string
  start: number
  end: number
  /** Only words have this, and only in SQL, whose keywords the scanner knows. */
  isKeyword?: boolean
}
