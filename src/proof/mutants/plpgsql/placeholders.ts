// A template as SQL that can be parsed: with a name as a placeholder for its slots. In the mutated SQL the names are found
// again, and the slots take their places.

import { hasSqlDetails } from 'libpg-query'
import { parseStatements } from '../../sql/parse-statements.ts'
import { writeStatements } from '../../sql/write-sql.ts'
import type { Wrapper } from './embedded-sql.ts'
import type { Slot, Template, TextPart } from './string-templates.ts'

export interface ParsedTemplate {
  /** The SQL with the wrapper around it, and without. */
  text: string
  inner: string
  segments: Segment[]
  placeholders: Placeholder[]
}

/** A text of the template, and the byte of the parsed SQL at which it starts. */
interface Segment extends TextPart {
  start: number
}

/** Stands for one slot, or for several with nothing between them. */
interface Placeholder {
  slots: Slot[]
  /** A word before the name, where a name alone does not parse: `ORDER BY %s %s` is read as `ORDER BY a COLLATE b`. */
  word: string
  /** The parentheses around the name get lost when the SQL is written, but the slot may need them: `AND (%s)`. */
  isGrouped: boolean
}

/** A template with placeholders for its slots; undefined when that is no SQL. */
export function parseTemplate({ parts }: Template, { before, after }: Wrapper): ParsedTemplate | undefined {
  const placed = withPlaceholders(parts)
  const placeholders = placed.filter(part => 'slots' in part)
  const words = new Map<Placeholder, string[]>()
  for (const [nth, placeholder] of placeholders.entries()) {
    const { text } = join(placed, placeholders, before, after)
    words.set(placeholder, wordsFor(text.slice(0, text.indexOf(nameOf(nth)))))
  }
  for (;;) {
    for (const [placeholder, [word = '']] of words) placeholder.word = word
    const parsed = join(placed, placeholders, before, after)
    // Quotes around a name may go when the SQL is written, and with them what they did to the slot.
    if (/"[^"]*proof_slot_\d/.test(parsed.text)) return undefined
    const error = errorPosition(parsed.text)
    if (error === undefined) return noteParentheses(parsed) ? parsed : undefined
    const position = (placeholder: Placeholder) =>
      parsed.text.indexOf(nameOf(placeholders.indexOf(placeholder))) - placeholder.word.length - 1
    const last = placeholders.findLast(placeholder => position(placeholder) <= error)
    if (last === undefined || (words.get(last)?.length ?? 0) < 2) return undefined
    words.get(last)?.shift()
  }
}

/** The parts of a template with one placeholder for each slot, or for several slots in a row. */
function withPlaceholders(parts: Template['parts']): (TextPart | Placeholder)[] {
  const placed: (TextPart | Placeholder)[] = []
  for (const part of parts) {
    const last = placed.at(-1)
    if ('text' in part) {
      if (part.text !== '') placed.push(part)
    } else if (last !== undefined && 'slots' in last) last.slots.push(part)
    else placed.push({ slots: [part], word: '', isGrouped: false })
  }
  return placed
}

/** Notes which names lose their parentheses when the SQL is written; false when a name gets parentheses that had none. */
function noteParentheses({ text, placeholders }: ParsedTemplate): boolean {
  const written = writeStatements(parseStatements(text))
  const isEnclosed = (sql: string, nth: number) => new RegExp(`\\(\\s*${nameOf(nth)}\\s*\\)`).test(sql)
  for (const [nth, placeholder] of placeholders.entries())
    placeholder.isGrouped = isEnclosed(text, nth) && !isEnclosed(written, nth)
  return placeholders.every((_, nth) => isEnclosed(text, nth) || !isEnclosed(written, nth))
}

function join(
  placed: (TextPart | Placeholder)[],
  placeholders: Placeholder[],
  before: string,
  after: string,
): ParsedTemplate {
  const segments: Segment[] = []
  let inner = ''
  for (const part of placed) {
    if ('text' in part) {
      segments.push({ ...part, start: Buffer.byteLength(before + inner) })
      inner += part.text
    } else {
      const name = nameOf(placeholders.indexOf(part))
      // A slot at the beginning of the text is a word of its own, not the beginning of the word after it.
      const isApart = part.word !== '' || inner === ''
      inner += `${part.word === '' ? '' : ` ${part.word} `}${name}${isApart ? ' ' : ''}`
    }
  }
  return { text: before + inner + after, inner, segments, placeholders }
}

function nameOf(nth: number): string {
  return `proof_slot_${nth}_`
}

/** The character at which the parser finds an error; undefined for SQL without one. */
function errorPosition(sql: string): number | undefined {
  try {
    parseStatements(sql)
    return undefined
  } catch (error) {
    if (!hasSqlDetails(error)) throw error
    return error.sqlDetails?.cursorPosition ?? sql.length
  }
}

/**
 * The words to try before a placeholder, in this order. After ORDER BY a slot may be a direction, which is read as a
 * collation; elsewhere it may be a further condition. A slot right behind a word (`… FROM t%s`) is first taken for such a
 * clause, and only then for the rest of the word.
 */
function wordsFor(before: string): string[] {
  const isInString = before.split("'").length % 2 === 0
  if (isInString) return ['']
  const clauses = [/\border\s+by\s[^()]*$/i.test(before) ? 'COLLATE' : 'AND', 'WHERE']
  return /\w$/.test(before) ? [...clauses, ''] : ['', ...clauses]
}

/** Mutated SQL with the slots in place of their placeholders; undefined where a placeholder has lost its word. */
export function fillPlaceholders(sql: string, { placeholders }: ParsedTemplate): (string | Slot)[] | undefined {
  const parts: (string | Slot)[] = []
  let done = 0
  for (const match of sql.matchAll(/proof_slot_(\d+)_/g)) {
    const placeholder = placeholders[Number(match[1])]
    if (placeholder === undefined) return undefined
    const { slots, word, isGrouped } = placeholder
    const text = sql.slice(done, match.index)
    if (!text.endsWith(word === '' ? '' : ` ${word} `)) return undefined
    const kept = word === '' ? text : text.slice(0, text.length - word.length - 1)
    parts.push(...(isGrouped ? [kept, '(', ...slots, ')'] : [kept, ...slots, word === '' ? '' : ' ']))
    done = match.index + match[0].length
  }
  return [...parts, sql.slice(done)]
}

/** SQL with the labels of the slots in place of their placeholders, for people. */
export function describePlaceholders(sql: string, { placeholders }: ParsedTemplate): string {
  return sql.replace(/(?:(COLLATE|AND|WHERE) )?proof_slot_(\d+)_/g, (_, before = '', nth) => {
    const { slots, word } = placeholders[Number(nth)] ?? { slots: [], word: '' }
    const labels = slots.map(({ label }) => label).join('')
    return before === '' || before === word ? labels : `${before} ${labels}`
  })
}
