import { findCommentsAndStrings } from '../../lib/code/comments.ts'
import type { Token } from './tokens.ts'

const TOKENS =
  /(?<parameter>(?<![:\w]):[A-Za-z_]\w*|\$\d+)|(?<word>[\p{L}_$][\p{L}\p{N}_$]*)|(?<number>\d[\w.]*)|[-+*/<>=!&|~^%?.]+|[^\s]/gu

/** The tokens of code in any language. The scanner knows no grammar: only strings, comments, words and symbols. */
export function genericTokens(code: string, language: string): Token[] {
  const tokens: Token[] = []
  let position = 0
  for (const { kind, start, end } of [
    ...findCommentsAndStrings(code, language),
    { kind: undefined, start: code.length, end: code.length },
  ]) {
    for (const { 0: text, index, groups } of code.slice(position, start).matchAll(TOKENS)) {
      const found = (['parameter', 'word', 'number'] as const).find(name => groups?.[name] !== undefined) ?? 'symbol'
      tokens.push({ kind: found, text, start: position + index, end: position + index + text.length })
    }
    if (kind) tokens.push({ kind, text: code.slice(start, end), start, end })
    position = end
  }
  return tokens
}
