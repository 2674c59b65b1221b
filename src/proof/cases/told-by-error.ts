// What an error tells beside texts that stand in the code and values that the caller sent. Where hidden rows are gone, "not
// yours" may rightly become "not found": one constant text of the code becomes another. A number that was counted, or a title,
// must stay the same.

import type { Value } from '../plan/plan.ts'
import type { Step } from './kind.ts'

/** A text of the code, cut at the places where it takes values: `['ticket ', ' is closed']`. One piece has no places. */
export type Template = readonly string[]

/** What is told by an error that the code raised itself. */
export interface RaisedError {
  message: string
  /** The DETAIL, the HINT and the other fields that RAISE may fill. */
  fields: readonly string[]
}

/**
 * The values that an error tells, and that neither the code nor the caller has given, as text by which two errors are
 * compared. It is empty for a text of the code with values that the caller sent.
 */
export function toldByRaise({ message, fields }: RaisedError, templates: readonly Template[], step: Step): string {
  const known = new Set(sentValues(step))
  const told = [message, ...fields].map(text => (text === '' ? [] : unexplained(text, templates, known)))
  return told.every(values => values.length === 0) ? '' : JSON.stringify(told)
}

/** The values in a text that nothing explains. Of the templates that fit, the one that leaves fewest letters is taken. */
function unexplained(text: string, templates: readonly Template[], sent: ReadonlySet<string>): string[] {
  if (isSent(text, sent)) return []
  const readings = templates.flatMap(template => {
    const values = valuesIn(text, template)
    return values ? [withoutKnown(values, templates, sent)] : []
  })
  const size = (values: string[]) => values.join('').length
  return readings.reduce((best, one) => (size(one) < size(best) ? one : best), [text])
}

/**
 * The values without those that the caller sent. One of them may be a text of the code too, such as the word for a kind of
 * row: with several of them, the code could spell a number.
 */
function withoutKnown(values: string[], templates: readonly Template[], sent: ReadonlySet<string>): string[] {
  const others = values.filter(value => value !== '' && !isSent(value, sent))
  const [only] = others
  if (others.length !== 1 || only === undefined) return others
  const isText = templates.some(template => {
    const inner = template.length === 1 || hasWord(template) ? valuesIn(only, template) : undefined
    return inner?.every(value => value === '' || isSent(value, sent))
  })
  return isText ? [] : others
}

function hasWord(template: Template): boolean {
  return template.some(piece => /\p{L}/u.test(piece))
}

/** The values at the places of a template; undefined where the text is none of this template. */
function valuesIn(text: string, template: Template): string[] | undefined {
  const [first = '', ...others] = template
  if (!text.startsWith(first)) return undefined
  if (others.length === 0) return text === first ? [] : undefined
  const values: string[] = []
  let at = first.length
  for (const [nth, piece] of others.entries()) {
    const isLast = nth === others.length - 1
    const next = isLast ? text.length - piece.length : text.indexOf(piece, at)
    if (next < at || !text.startsWith(piece, next)) return undefined
    values.push(text.slice(at, next))
    at = next + piece.length
  }
  return values
}

function isSent(value: string, sent: ReadonlySet<string>): boolean {
  return sent.has(plain(value))
}

/** All values that the server and the client send, and the items of those that are lists. */
function sentValues({ context, parameters }: Step): string[] {
  const values = [...Object.values(context), ...Object.values(parameters)].filter((value: Value) => value !== null)
  return ['<NULL>', ...values.flatMap(value => [value, ...value.split(/[,{}]/)])].map(plain)
}

/** A value without quotes, blanks around it and the case of its letters, which code may change. */
function plain(value: string): string {
  const [, inner = value] = /^\s*["']?(.*?)["']?\s*$/s.exec(value) ?? []
  return inner.toLowerCase()
}
