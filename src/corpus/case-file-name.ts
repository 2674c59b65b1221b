import { distance } from 'fastest-levenshtein'
import type { Label } from '../domain.ts'

export interface CaseFileName {
  query: string
  number: string
  label: Label
}

const EXACT = /^(.+)-(\d{2})-(good|bad)\.md$/
// What people write instead, in lower case and without the extension.
const NUMBER_ONLY = /[-_ ]\d\d$/
const NUMBER_THEN_WORD = /[-_. ]\d+[-_. ]?([a-z]+)$/
const WORD_THEN_NUMBER = /[-_. ]([a-z]+)[-_. ]?\d+$/
const LABEL_LAST = /[-_. ](good|bad)$/
const LABEL_WITHIN = /[-_. ]\d+[-_. ](good|bad)\b/
const MEANT_AS_LABEL = new Set(['safe', 'unsafe', 'secure', 'insecure', 'vulnerable', 'vuln', 'ok', 'fail', 'pass'])

export function parseCaseFileName(file: string): CaseFileName | undefined {
  const [, query, number, label] = EXACT.exec(file) ?? []
  if (!query || !number) return undefined
  return { query, number, label: label as Label }
}

/**
 * A name such as `x-1-good.md`, `x-03-Bad.md`, `x-03.md` or `x-03-bad copy.md` that was surely meant as a case: left
 * alone, it would be missing from every score without a word. `README.md`, `notes-2.md` and `adr-001.md` are not.
 */
export function looksLikeCaseFileName(file: string): boolean {
  const lower = file.toLowerCase()
  const [, stem] = /^(.+)\.(?:md|markdown|mdown|txt)$/.exec(lower) ?? []
  if (!stem) return /\.\w+$/.test(lower) ? false : LABEL_LAST.test(lower)
  if (LABEL_LAST.test(stem) || LABEL_WITHIN.test(stem) || NUMBER_ONLY.test(stem)) return true
  const word = NUMBER_THEN_WORD.exec(stem)?.[1] ?? WORD_THEN_NUMBER.exec(stem)?.[1]
  return word !== undefined && isAlmostLabel(word)
}

function isAlmostLabel(word: string): boolean {
  return MEANT_AS_LABEL.has(word) || distance(word, 'good') <= 1 || distance(word, 'bad') <= 1
}
