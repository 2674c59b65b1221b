// Reads JSON as models spell it: single or curly quotes, bare keys, comments, trailing commas, raw newlines, Python's
// words. What valid JSON says is never changed and nothing is invented: what is not closed is not read. Entries are a
// list, not a JavaScript object: repeated keys, which JSON.parse hides, stay visible, and `__proto__` is a key like any other.
import { type Cursor, isAtString, readString, readWord, skipBlank } from './json-cursor.ts'

export type JsonValue =
  | { kind: 'string'; text: string }
  /** Without quotes: a number, `true`, `None`, or a bare word. */
  | { kind: 'word'; text: string }
  | { kind: 'list'; items: JsonValue[]; source: string }
  | JsonObject

export interface JsonObject {
  kind: 'object'
  entries: JsonEntry[]
  source: string
}

interface JsonEntry {
  key: string
  value: JsonValue
}

interface ParsedJson {
  /** Absent when the text is not JSON, however kindly read. */
  value: JsonValue | undefined
  /** Just behind the value; or where reading stopped: at the end of the text when that was cut. */
  end: number
  /** Every key that was read, at any depth, even when the value could not be. */
  keys: string[]
}

// Far beyond any answer, far below the call stack.
const DEEPEST = 100

/** Reads the one value that starts at `start`. */
export function readJson(text: string, start: number): ParsedJson {
  const cursor: Cursor = { text, at: start, depth: 0, keys: [] }
  const value = readValue(cursor)
  return { value, end: Math.min(cursor.at, text.length), keys: cursor.keys }
}

function readValue(cursor: Cursor): JsonValue | undefined {
  const start = cursor.at
  switch (cursor.text[start]) {
    case '{': {
      const entries = readMembers(cursor, '}', readEntry)
      return entries && { kind: 'object', entries, source: cursor.text.slice(start, cursor.at) }
    }
    case '[': {
      const items = readMembers(cursor, ']', readValue)
      return items && { kind: 'list', items, source: cursor.text.slice(start, cursor.at) }
    }
    default: {
      const kind = isAtString(cursor) ? 'string' : 'word'
      const text = kind === 'string' ? readString(cursor) : readWord(cursor)
      return text === undefined ? undefined : { kind, text }
    }
  }
}

function readMembers<Member>(
  cursor: Cursor,
  closer: '}' | ']',
  readMember: (cursor: Cursor) => Member | undefined,
): Member[] | undefined {
  const members: Member[] = []
  cursor.at += 1
  cursor.depth += 1
  if (cursor.depth > DEEPEST) return undefined
  let isSeparated = true
  for (;;) {
    // A forgotten comma is forgiven at the end of a line only: elsewhere it is more likely a quote that was not escaped.
    isSeparated = skipBlank(cursor).includes('\n') || isSeparated
    const next = cursor.text[cursor.at]
    if (next === closer) {
      cursor.at += 1
      cursor.depth -= 1
      return members
    }
    if (next === ',') {
      cursor.at += 1
      isSeparated = true
      continue
    }
    if (!isSeparated) return undefined
    isSeparated = false
    if (cursor.text.startsWith('...', cursor.at)) {
      cursor.at += 3
      continue
    }
    const member = readMember(cursor)
    if (member === undefined) return undefined
    members.push(member)
  }
}

function readEntry(cursor: Cursor): JsonEntry | undefined {
  const isQuoted = isAtString(cursor)
  const key = isQuoted ? readString(cursor) : readWord(cursor)
  if (key === undefined) return undefined
  const gap = skipBlank(cursor)
  if (cursor.text[cursor.at] === ':') {
    cursor.at += 1
    skipBlank(cursor)
  } else if (!isQuoted || gap === '' || !isAtString(cursor)) {
    // A forgotten colon is forgiven between two strings with a blank between them: `"assessment" "bad"`.
    return undefined
  }
  cursor.keys.push(key)
  const value = readValue(cursor)
  return value && { key, value }
}
