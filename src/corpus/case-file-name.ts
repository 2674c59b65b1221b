import { distance } from 'fastest-levenshtein'
import type { Label } from '../domain.ts'

export interface CaseFileName {
  query: string
  number: string
  label: Label
}

const EXACT = /^(.+)-(\d{2})-(good|bad)\.md$/
const NUMBER_THEN_WORD = /[-_. ](\d+)[-_. ]?([a-z]*)$/
const WORD_THEN_NUMBER = /[-_. ]([a-z]+)[-_. ]?(\d+)$/
const LABEL_ONLY = /[-_. ](good|bad)$/
const MEANT_AS_LABEL = new Set(['safe', 'unsafe', 'secure', 'insecure', 'vulnerable', 'ok', 'fail', 'pass'])

export function parseCaseFileName(file: string): CaseFileName | undefined {
  const [, query, number, label] = EXACT.exec(file) ?? []
  if (!query || !number) return undefined
  return { query, number, label: label as Label }
}

/**
 * A name such as `x-1-good.md`, `x-03-Bad.md` or `x-03.md` that was surely meant as a case: left alone, it would be
 * missing from every score without a word. `README.md`, `notes.md` and `meeting-2026.md` are not meant as cases.
 */
export function almostCaseFileName(file: string): boolean {
  const [, stem] = /^(.+)\.(?:md|markdown|mdown|txt)$/i.exec(file) ?? []
  if (!stem) return /[-_. ](good|bad)\.?$/i.test(file)
  const lower = stem.toLowerCase()
  if (LABEL_ONLY.test(lower)) return true
  const [, digits = '', word = ''] = NUMBER_THEN_WORD.exec(lower) ?? []
  if (digits) return digits.length <= 3 && (word === '' || isAlmostLabel(word))
  return isAlmostLabel(WORD_THEN_NUMBER.exec(lower)?.[1] ?? '')
}

function isAlmostLabel(word: string): boolean {
  if (word === '') return false
  return MEANT_AS_LABEL.has(word) || distance(word, 'good') <= 1 || distance(word, 'bad') <= 1
}
