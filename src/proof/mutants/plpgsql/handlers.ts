// The body of a function without one condition of an exception handler. A handler that no call needs may wait for an error that
// leaves out a check.

import { parsePlpgsql } from '../../sql/plpgsql-expressions.ts'
import { walk } from '../../sql/walk-tree.ts'
import type { SqlMutant } from '../mutant.ts'
import type { FunctionSource } from './function-source.ts'
import { type Word, wordsOf } from './words.ts'

/** A code that no error has. */
const NEVER = 'ZZ999'

/** Whether the body catches errors. */
export function catchesErrors(words: readonly Word[]): boolean {
  return words.some(({ text }, nth) => /^exception$/i.test(text) && !/^raise$/i.test(words[nth - 1]?.text ?? ''))
}

/** The function without each condition of its exception handlers. */
export function withoutHandlers(source: FunctionSource): SqlMutant[] {
  const words = wordsOf(source.text)
  if (!catchesErrors(words)) return []
  const before = conditionsOf(source.replaceWith(source.text))
  return words.flatMap((word, nth) => {
    if (!/^when$/i.test(word.text) || !/^(?:exception|then|;)$/i.test(words[nth - 1]?.text ?? '')) return []
    const then = words.findIndex(({ text }, at) => at > nth && /^then$/i.test(text))
    return conditionsIn(words.slice(nth + 1, then)).flatMap(({ start, end }) => {
      const sql = source.replaceWith(`${source.text.slice(0, start)}sqlstate '${NEVER}'${source.text.slice(end)}`)
      const after = conditionsOf(sql)
      if (after.length !== before.length || after.filter(one => one === NEVER).length !== 1) return []
      const line = source.linesBefore + source.text.slice(0, start).split('\n').length
      return [{ sql, operator: 'drop-handler', what: `WHEN ${source.text.slice(start, end)}`, line }]
    })
  })
}

/** The conditions of `WHEN a OR sqlstate 'b' THEN`. */
function conditionsIn(words: Word[]): Word[] {
  return words.flatMap((word, nth) => {
    if (/^(?:or|sqlstate)$/i.test(word.text)) return []
    const code = words[nth - 1]
    const isCode = /^sqlstate$/i.test(code?.text ?? '')
    return [isCode && code ? { ...word, start: code.start } : word]
  })
}

/** The conditions of all handlers; none for what is no PL/pgSQL. */
function conditionsOf(definition: string): string[] {
  const found: string[] = []
  try {
    walk(parsePlpgsql(definition), (name, { condname }) => {
      if (name === 'PLpgSQL_condition') found.push(String(condname))
    })
  } catch {
    return []
  }
  return found
}
