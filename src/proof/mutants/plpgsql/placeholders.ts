// A template as SQL that can be parsed: a name stands in for each hole, and is found again in what is written.

import { hasSqlDetails } from 'libpg-query'
import { writeStatements } from '../../sql/write-sql.ts'
import { parseStatements, type Wrap } from './embedded-sql.ts'
import type { Hole, Template, Text } from './string-templates.ts'

export interface ReadTemplate {
  /** With the wrap around it, and without. */
  text: string
  inner: string
  segments: Segment[]
  gaps: Gap[]
}

/** A text of the template, and the byte at which it starts in what is parsed. */
interface Segment extends Text {
  start: number
}

/** Holes with nothing between them. */
interface Gap {
  holes: Hole[]
  /** The word that is read before the name, where a name alone does not parse: `ORDER BY %s %s`. */
  word: string
  /** It stands in parentheses that a name does not need, but what is filled in may: `AND (%s)`. */
  isGrouped: boolean
}

/** A template with names for its holes; undefined when that is no SQL. */
export function readTemplate({ parts }: Template, { before, after }: Wrap): ReadTemplate | undefined {
  const gaps: Gap[] = []
  const words = new Map<Gap, string[]>()
  const places: (Text | Gap)[] = []
  for (const part of parts) {
    const last = places.at(-1)
    if ('text' in part) {
      if (part.text !== '') places.push(part)
    } else if (last !== undefined && 'holes' in last) last.holes.push(part)
    else {
      const gap = { holes: [part], word: '', isGrouped: false }
      gaps.push(gap)
      places.push(gap)
    }
  }
  for (const [nth, gap] of gaps.entries()) {
    const { text } = joined(places, gaps, before, after)
    words.set(gap, wordsFor(text.slice(0, text.indexOf(nameOf(nth)))))
  }
  for (;;) {
    for (const [gap, [word = '']] of words) gap.word = word
    const read = joined(places, gaps, before, after)
    // Quotes around a name may go when it is written, and with them what they did to the hole.
    if (/"[^"]*proof_hole_\d/.test(read.text)) return undefined
    const wrong = whereWrong(read.text)
    if (wrong === undefined) return keepParentheses(read) ? read : undefined
    const place = (gap: Gap) => read.text.indexOf(nameOf(gaps.indexOf(gap))) - gap.word.length - 1
    const gap = gaps.findLast(gap => place(gap) <= wrong)
    if (gap === undefined || (words.get(gap)?.length ?? 0) < 2) return undefined
    words.get(gap)?.shift()
  }
}

/** Finds out which names lose their parentheses when they are written; false when one gets them that had none. */
function keepParentheses({ text, gaps }: ReadTemplate): boolean {
  const written = writeStatements(parseStatements(text))
  const isEnclosed = (sql: string, nth: number) => new RegExp(`\\(\\s*${nameOf(nth)}\\s*\\)`).test(sql)
  for (const [nth, gap] of gaps.entries()) gap.isGrouped = isEnclosed(text, nth) && !isEnclosed(written, nth)
  return gaps.every((_, nth) => isEnclosed(text, nth) || !isEnclosed(written, nth))
}

function joined(places: (Text | Gap)[], gaps: Gap[], before: string, after: string): ReadTemplate {
  const segments: Segment[] = []
  let inner = ''
  for (const place of places) {
    if ('text' in place) {
      segments.push({ ...place, start: Buffer.byteLength(before + inner) })
      inner += place.text
    } else {
      const name = nameOf(gaps.indexOf(place))
      // What begins a text is not the beginning of its first word.
      const isApart = place.word !== '' || inner === ''
      inner += `${place.word === '' ? '' : ` ${place.word} `}${name}${isApart ? ' ' : ''}`
    }
  }
  return { text: before + inner + after, inner, segments, gaps }
}

function nameOf(nth: number): string {
  return `proof_hole_${nth}_`
}

/** Where the parser stumbles; undefined when it does not. */
function whereWrong(sql: string): number | undefined {
  try {
    parseStatements(sql)
    return undefined
  } catch (error) {
    if (!hasSqlDetails(error)) throw error
    return error.sqlDetails?.cursorPosition ?? sql.length
  }
}

/**
 * A direction is read as a collation, and conditions that may follow others as one that does. What is pasted right behind
 * a word hardly goes on with that word.
 */
function wordsFor(before: string): string[] {
  const isInString = before.split("'").length % 2 === 0
  if (isInString) return ['']
  const following = [/\border\s+by\s[^()]*$/i.test(before) ? 'COLLATE' : 'AND', 'WHERE']
  return /\w$/.test(before) ? [...following, ''] : ['', ...following]
}

/** What was written, with the holes in the place of their names; undefined where a name lost its word. */
export function fillHoles(sql: string, { gaps }: ReadTemplate): (string | Hole)[] | undefined {
  const parts: (string | Hole)[] = []
  let done = 0
  for (const match of sql.matchAll(/proof_hole_(\d+)_/g)) {
    const gap = gaps[Number(match[1])]
    if (gap === undefined) return undefined
    const { holes, word, isGrouped } = gap
    const text = sql.slice(done, match.index)
    if (!text.endsWith(word === '' ? '' : ` ${word} `)) return undefined
    const kept = word === '' ? text : text.slice(0, text.length - word.length - 1)
    parts.push(...(isGrouped ? [kept, '(', ...holes, ')'] : [kept, ...holes, word === '' ? '' : ' ']))
    done = match.index + match[0].length
  }
  return [...parts, sql.slice(done)]
}

/** For people. */
export function tellHoles(sql: string, { gaps }: ReadTemplate): string {
  return sql.replace(/(?:(COLLATE|AND|WHERE) )?proof_hole_(\d+)_/g, (_, before = '', nth) => {
    const { holes, word } = gaps[Number(nth)] ?? { holes: [], word: '' }
    const told = holes.map(({ told }) => told).join('')
    return before === '' || before === word ? told : `${before} ${told}`
  })
}
