// What a pattern is written in, and what can be read of it.

import { type Alternative, alternativesIn, JSON_PATH, REGULAR_EXPRESSION, TEXT_SEARCH } from './alternatives.ts'

export type LanguageName = 'regular expression' | 'similar' | 'like' | 'jsonpath' | 'predicate' | 'words'

/** What is known of a pattern; 'unreadable' where a part of it may permit what nobody can see. */
export type ReadPattern = 'plain' | 'unreadable' | { alternatives: Alternative[]; everything: string; nothing: string }

/** Texts that match everything, and nothing. */
const EXTREMES: Record<LanguageName, [everything: string, nothing: string]> = {
  'regular expression': ['^.*$', '(?!)'],
  similar: ['%', 'proof of nothing'],
  like: ['%', 'proof of nothing'],
  jsonpath: ['$', '$ ? (1 == 2)'],
  predicate: ['1 == 1', '1 == 2'],
  words: ['', ''],
}

export function readPattern(text: string, language: LanguageName): ReadPattern {
  if (isUnreadable(text, language)) return 'unreadable'
  if (isPlain(text, language)) return 'plain'
  const alternatives = language === 'like' ? [] : alternativesIn(text, cutOf(language))
  if (alternatives === undefined) return 'unreadable'
  const [everything, nothing] = EXTREMES[language]
  return { alternatives, everything, nothing }
}

const cutOf = (language: LanguageName) => {
  if (language === 'jsonpath' || language === 'predicate') return JSON_PATH
  return language === 'words' ? TEXT_SEARCH : REGULAR_EXPRESSION
}

/** Whether a pattern is a text that stands for itself, or a path to one value. */
function isPlain(text: string, language: LanguageName): boolean {
  switch (language) {
    case 'like':
    case 'similar':
      return language === 'like' ? !/[%_]/.test(text.replace(/^%+|%+$/g, '')) && /^(?:%*|[^%_]*)$/.test(text) : false
    case 'regular expression':
      return /^\^?[^\\^$.|?*+()[\]{}]*\$?$/.test(text)
    case 'jsonpath':
      return !/[?=<>&|!]/.test(withoutStrings(text)) && !/\.\*/.test(text)
    case 'words':
      return !/[|!]|\bor\b/i.test(text)
    case 'predicate':
      return false
  }
}

function isUnreadable(text: string, language: LanguageName): boolean {
  switch (language) {
    // What a group has matched, what stands before or behind, and another language altogether.
    case 'regular expression':
    case 'similar':
      return /\\[1-9]|\(\?(?!:)|^\*\*\*/.test(text)
    case 'jsonpath':
    case 'predicate': {
      const plain = withoutStrings(text).replace(/\[\*\]|\.\*(?!\*)/g, '')
      return /like_regex|is\s+unknown|exists\s*\(|!\s*\(|[-+*/%]|\.\w+\s*\(|\.\*\*/.test(plain) || /\.\*/.test(text)
    }
    case 'words':
      return /\bor\b/i.test(text)
    case 'like':
      return false
  }
}

const withoutStrings = (text: string) => text.replace(/"(?:[^"\\]|\\.)*"/gs, '""')
