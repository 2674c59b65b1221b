import { stringsIn } from './literals-in.ts'

/** The most marks of one text. */
const MOST = 12

const MARK = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/g

/**
 * The marks of dollar quotes inside the texts of the code, each once: `$q$`, `$$`. Text that is run can only stand
 * there. The mark around the body of a function is none of them: the body cannot hold it.
 */
export function quoteMarksIn(code: string): string[] {
  return [...new Set(stringsIn(code).flatMap(text => text.match(MARK) ?? []))].slice(0, MOST)
}

/** The most signs of one text. */
const MOST_SIGNS = 4

const REPLACES = /\b(?:replace|regexp_replace|translate|overlay)\s*\(/i

/**
 * The signs that code may turn into a quote, each once: `’` of `replace(quote_literal(term), '’', '''')`. These are short texts
 * of signs, where a text of quotes stands in the code too, and signs that are no ASCII.
 */
export function quoteSignsIn(code: string): string[] {
  const texts = stringsIn(code).flatMap(text => [text, ...(/\s/.test(text) ? stringsIn(text) : [])])
  const hasQuote = texts.some(text => /^[^\w\s]*'[^\w\s]*$/.test(text)) || /\bchr\s*\(\s*39\s*\)/i.test(code)
  if (!hasQuote || !REPLACES.test(code)) return []
  const signs = texts.filter(text => /^[^\w\s']{1,3}$/.test(text)).flatMap(text => [text, ...text])
  return [...new Set(signs)].slice(0, MOST_SIGNS)
}
