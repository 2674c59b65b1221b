/** What the parts of a piece of code are, in any language. */
export interface Token {
  /** `word` is a keyword or a name; `text` a quoted text with its quotes; `sign` an operator or a bracket. */
  kind: 'word' | 'parameter' | 'number' | 'text' | 'sign' | 'comment'
  /** As it is written. */
  text: string
  start: number
  end: number
  /** Only of words, and only where the lexer knows the language's keywords. */
  isKeyword?: boolean
}
