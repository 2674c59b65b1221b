import { literalsIn } from './literals-in.ts'
import { quoteMarksIn } from './quote-marks-in.ts'

/** The most texts of one code. */
const MOST = 20
const LONGEST = 30

/** Functions that can leave out a part of a text: `array_to_string(string_to_array(term, 'or'), '')` does too. */
const REMOVES = /\b(?:(?:regexp_)?replace|array_to_string|overlay)\s*\(/i

/**
 * The texts that the code may remove from another text, each once. The text may stand far from the call, as in
 * `tag := '$q$'; … replace(term, tag, '')`, so all literals without blanks count, and the words of a pattern:
 * `union` and `select` of `union|select`.
 */
export function removedTextsIn(code: string): string[] {
  if (!REMOVES.test(code)) return []
  const literals = literalsIn(code).filter(literal => !/\s/.test(literal))
  const texts = [...quoteMarksIn(code), ...literals.flatMap(literal => [literal, ...wordsOf(literal)])]
  const canRemove = ({ length }: string) => length > 1 && length <= LONGEST
  return [...new Set(texts.filter(canRemove))].slice(0, MOST)
}

/** The words of a pattern, without its escapes: `or` of `\mor\M`. */
function wordsOf(pattern: string): string[] {
  return pattern.replace(/\\[A-Za-z]/g, ' ').match(/\w+/g) ?? []
}
