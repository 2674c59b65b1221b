// HTML that cannot be injected into. Text from models and cases is hostile until proved otherwise: whatever enters an
// `html` template is escaped, unless it came out of one. After remix-run/remix, packages/html-template.

import { makeVisible } from './hidden-characters.ts'

const markup = Symbol('markup')

/** A piece of HTML that is safe to insert. A plain object read from JSON can never be one: its key is a private symbol. */
export interface SafeHtml {
  readonly [markup]: string
  toString(): string
}

export type HtmlValue = SafeHtml | string | number | null | undefined | false | readonly HtmlValue[]

/**
 * Builds HTML. Strings and numbers are escaped, arrays are joined, and `null`, `undefined` and `false` are nothing.
 * In an attribute the value must stand between quotes: `<a id="${id}">`.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): SafeHtml {
  let text = strings[0] ?? ''
  for (const [index, value] of values.entries()) text += toMarkup(value) + (strings[index + 1] ?? '')
  return safe(text)
}

/** Takes text for HTML as it stands. Only for text of our own, such as a style sheet. */
export function trustedHtml(text: string): SafeHtml {
  return safe(text)
}

function safe(text: string): SafeHtml {
  return { [markup]: text, toString: () => text }
}

function toMarkup(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  if (isList(value)) {
    let text = ''
    for (const item of value) text += toMarkup(item)
    return text
  }
  const text = value[markup]
  if (text === undefined) throw new TypeError('Only text, numbers, lists and SafeHtml can stand in an html template.')
  return text
}

// Array.isArray does not narrow a readonly array.
function isList(value: HtmlValue): value is readonly HtmlValue[] {
  return Array.isArray(value)
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Escapes text for an element or a quoted attribute, and makes characters visible that would hide or reorder it. */
export function escapeHtml(text: string): string {
  return makeVisible(text).replace(/[&<>"']/g, character => ENTITIES.get(character) ?? character)
}
