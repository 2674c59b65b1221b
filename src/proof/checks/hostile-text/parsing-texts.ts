// Texts that change how a statement parses once they are pasted into it, each with harmless texts that a statement which
// does not execute text must treat alike.

import type { ProgramFacts } from '../../cases/kind.ts'
import type { HostileParameter } from '../../inputs/hostile-text.ts'
import { nestedTexts } from './nested-texts.ts'
import { PLAIN_WORD } from './send-calls.ts'

export interface ParsingText {
  text: string
  /** Harmless texts: the statement should do with `text` what it does with one of them. */
  harmless: string[]
  /** A word that the text is the same as once it is executed: `fir'||'st` is `first`. */
  sameAs?: string
  /** Only an error counts: in a pattern, `%` and a backslash mean something without being executed. */
  onlyErrors?: true
}

const SUFFIXES = ["'", "')--", '"', "''", "'--", ')', '--', '/*', ';', '$$']

/** The ends that are tried where it is only to be known whether another role's text is pasted. */
const FEW_SUFFIXES = SUFFIXES.slice(0, 3)

/** Ends that mean something in a pattern, and a quote of full width: `normalize()` makes a plain quote of it. */
const SUFFIXES_OF_PATTERNS = ['\\', '%s', '%I', '%1$s', '%L', '%1$L', '%2$L', '\uff07']

/** The texts for one parameter. A guard may look at the beginning of a text, or take only its first characters. */
export function parsingTexts({ allowed }: HostileParameter, facts: ProgramFacts, areFew: boolean): ParsingText[] {
  const { quoteMarks, quoteSigns, removedTexts } = facts
  const signed = quoteSigns.flatMap(sign => FEW_SUFFIXES.map(suffix => suffix.replaceAll("'", () => sign)))
  const usual = [...(areFew ? FEW_SUFFIXES : SUFFIXES), ...signed]
  const marks = [...quoteMarks, ...nestedTexts([...usual, ...quoteMarks], removedTexts)]
  const words = [PLAIN_WORD, '', ...(areFew ? [] : ['w']), ...allowed.slice(0, 1)]
  const broken = words.flatMap(word => [
    ...usual.map(suffix => brokenText(word, suffix)),
    ...marks.flatMap(mark => brokenByMark(word, mark)),
    ...(areFew ? [] : SUFFIXES_OF_PATTERNS).map(suffix => ({
      ...brokenText(word, suffix),
      onlyErrors: true as const,
    })),
  ])
  const same = allowed.flatMap(word => [...sameTexts(word), ...marks.flatMap(mark => sameByMark(word, mark))])
  return [...broken, ...allowed.flatMap(continuedTexts), ...same, ...(areFew ? [] : longTexts(facts))]
}

/** Longer than any text that code cuts, in most cases. */
const LONG = 400
/** The most lengths of one program. */
const MOST_LENGTHS = 4

/**
 * Texts for code that cuts a text after it is quoted, as `left(quote_literal(:term), 120)` does: a long one, and those
 * that have a quote where the code may cut.
 */
function longTexts({ literals }: ProgramFacts): ParsingText[] {
  const lengths = literals.map(Number).filter(length => Number.isInteger(length) && length >= 8 && length <= LONG)
  const cut = lengths.slice(0, MOST_LENGTHS).flatMap(length => [length - 2, length - 1])
  const texts = ['w'.repeat(LONG), ...cut.map(length => `${'w'.repeat(length)}'`)]
  return texts.map(text => ({ text, harmless: [PLAIN_WORD], onlyErrors: true }))
}

/** A text that ends a dollar quote, also where code takes the mark off the end of the text. */
function brokenByMark(word: string, mark: string): ParsingText[] {
  // Code that removes the mark makes the empty text of the mark alone, which often means "no filter".
  const errors = word === '' ? { onlyErrors: true as const } : {}
  return [mark, `${mark}~`].map(suffix => ({ ...brokenText(word, suffix), ...errors }))
}

/** An allowed word that goes on: a guard may look at the first word, or at the first line. */
function continuedTexts(word: string): ParsingText[] {
  const harmless = [PLAIN_WORD, word, `${word}~`, `${word}${PLAIN_WORD}`]
  return [`${word} '`, `${word} ,`, `${word}\n'`].map(text => ({ text, harmless, onlyErrors: true }))
}

function brokenText(word: string, suffix: string): ParsingText {
  // Code that removes a quote makes the word of it, which is harmless. The empty word often means "no filter".
  const stripped = word !== '' || suffix.length === 1 ? [word] : []
  const harmless = [...stripped, PLAIN_WORD, `${word}~`, `${word}#`, `${word}${'~'.repeat(suffix.length)}`]
  // In a regular expression, `/*` and `$$` alone match every text.
  const isPattern = word === '' && ['/*', '$$'].includes(suffix)
  return { text: `${word}${suffix}`, harmless: [...new Set(harmless)], ...(isPattern ? { onlyErrors: true } : {}) }
}

/** Texts that are the word again once they are executed, as a piece of a string or as the name of a column. */
function sameTexts(word: string): ParsingText[] {
  return sameAs(word, (first, second) => [
    ...[`${first}'||'${second}`, `${first}'/**/||/**/'${second}`],
    ...[`${word}/**/`, `(${word})`],
  ])
}

/** The word as two pieces between dollar quotes: `fir$q$||$q$st`. */
function sameByMark(word: string, mark: string): ParsingText[] {
  return sameAs(word, (first, second) => [`${first}${mark}||${mark}${second}`])
}

function sameAs(word: string, textsOf: (first: string, second: string) => string[]): ParsingText[] {
  if (word.length < 2) return []
  const [first, second] = [word.slice(0, word.length >> 1), word.slice(word.length >> 1)]
  const harmless = [PLAIN_WORD, `${first}~~~~${second}`, `${word}~~~~`, `~${word}~`]
  return textsOf(first, second).map(text => ({ text, harmless, sameAs: word }))
}
