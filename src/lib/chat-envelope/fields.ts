// Looks into what a server sent, of which nothing is certain: every step is checked, and only own keys count.

export type Fields = Record<string, unknown>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What lies at the end of the path; `undefined` when a step is missing. A number is a place in a list. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let found = value
  for (const step of path) {
    if (typeof step === 'number') found = listOf(found)[step]
    else found = isFields(found) && Object.hasOwn(found, step) ? found[step] : undefined
  }
  return found
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Whether an `error` or a `refusal` says anything: servers send `null`, `""`, `false` and `{}` for "none". */
export function isFilled(value: unknown): boolean {
  if (isFields(value)) return Object.values(value).some(held => held !== null)
  return Array.isArray(value) ? value.length > 0 : Boolean(typeof value === 'string' ? value.trim() : value)
}

/** Whether a text shows anything: `trim` leaves the zero-width characters. */
export function isBlank(text: string): boolean {
  return !/[^\s\u200b-\u200d\u2060]/.test(text)
}

/** The value as JSON; empty for what lies too deep to be written. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch (error) {
    // JSON.parse reads any depth, JSON.stringify ends at the call stack.
    if (error instanceof RangeError) return ''
    throw error
  }
}

/** `undefined` when the text is not JSON; `null` is a value like any other. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The title of a web page. */
export function titleOf(html: string): string {
  return /<title[^<>]{0,200}>([^<]{0,200})/i.exec(html.slice(0, 20_000))?.[1]?.trim() ?? ''
}
