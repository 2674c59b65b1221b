import { findCommentsAndStrings } from '../../lib/code/comments.ts'
import type { Token } from './tokens.ts'

const PIECES =
  /(?<parameter>(?<![:\w]):[A-Za-z_]\w*|\$\d+)|(?<word>[\p{L}_$][\p{L}\p{N}_$]*)|(?<number>\d[\w.]*)|[-+*/<>=!&|~^%?.]+|[^\s]/gu

/** The tokens of code in any language: a modest reading that knows quotes, comments, words and signs. */
export function genericTokens(code: string, language: string): Token[] {
  const tokens: Token[] = []
  let done = 0
  for (const { kind, start, end } of [
    ...findCommentsAndStrings(code, language),
    { kind: undefined, start: code.length, end: code.length },
  ]) {
    for (const { 0: text, index, groups } of code.slice(done, start).matchAll(PIECES)) {
      const found = (['parameter', 'word', 'number'] as const).find(name => groups?.[name] !== undefined) ?? 'sign'
      tokens.push({ kind: found, text, start: done + index, end: done + index + text.length })
    }
    if (kind) tokens.push({ kind, text: code.slice(start, end), start, end })
    done = end
  }
  return tokens
}
