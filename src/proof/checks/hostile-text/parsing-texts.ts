// Texts that change how a statement parses once they are pasted into it, each with harmless texts that a statement which
// does not execute text must treat alike.

import type { HostileParameter } from '../../inputs/hostile-text.ts'
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

/** Ends that mean something in a pattern. */
const SUFFIXES_OF_PATTERNS = ['\\', '%s', '%I', '%1$s']

/** The texts for one parameter. A guard may look at the beginning of a text, or take only its first characters. */
export function parsingTexts({ allowed }: HostileParameter, areFew: boolean): ParsingText[] {
  const words = [PLAIN_WORD, '', ...(areFew ? [] : ['w']), ...allowed.slice(0, 1)]
  const broken = words.flatMap(word => [
    ...(areFew ? FEW_SUFFIXES : SUFFIXES).flatMap(suffix => brokenText(word, suffix)),
    ...(areFew ? [] : SUFFIXES_OF_PATTERNS).flatMap(suffix => ({
      ...brokenText(word, suffix),
      onlyErrors: true as const,
    })),
  ])
  return [...broken, ...allowed.flatMap(continuedTexts), ...allowed.flatMap(sameTexts)]
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
  if (word.length < 2) return []
  const [first, second] = [word.slice(0, word.length >> 1), word.slice(word.length >> 1)]
  const harmless = [PLAIN_WORD, `${first}~~~~${second}`, `${word}~~~~`, `~${word}~`]
  return [`${first}'||'${second}`, `${first}'/**/||/**/'${second}`, `${word}/**/`, `(${word})`].map(text => ({
    ...{ text, harmless },
    sameAs: word,
  }))
}
