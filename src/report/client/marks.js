// The marks of verdicts. They differ in shape, not only in colour.

import { isRight, resultName } from './select-cases.js'

export const MARKS = /** @type {const} */ ({ right: '✓', wrong: '✗', silent: '○', mixed: '±', none: '·' })

/**
 * @param {string} letters The results of one contestant, a letter for each repeat.
 * @param {string} label
 * @returns {keyof typeof MARKS}
 */
export function markKind(letters, label) {
  if (letters === '') return 'none'
  if (isRight(letters, label)) return 'right'
  const results = [...letters].map(resultName)
  if (results.includes(label)) return 'mixed'
  return results.some(result => result === 'good' || result === 'bad') ? 'wrong' : 'silent'
}
