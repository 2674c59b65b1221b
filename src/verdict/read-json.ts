// Reads JSON as models write it: single or curly quotes, keys without quotes, comments, trailing commas, raw newlines,
// `None` and `True` of Python. Valid JSON keeps its meaning, and nothing is invented: an object that is not closed is not
// read. Entries are a list, not a JavaScript object: repeated keys stay visible, and `__proto__` is a key like any other.
import { type Cursor, isAtString, readString, readWord, skipBlank } from './json-cursor.ts'

export type JsonValue =
  | { kind: 'string'; text: string }
  /** A token without quotes: a number, `true`, `None`, or another word. */
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
  /** Undefined when the text cannot be read as JSON, even with these allowances. */
  value: JsonValue | undefined
  /** The index after the value. Without a value: the index where reading stopped, which is the end of a text that was cut. */
  end: number
  /** Every key that was read, at any depth, even when there is no value. */
  keys: string[]
}

// Deeper than any answer, and not deep enough to overflow the call stack.
const MAX_DEPTH = 100

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
  if (cursor.depth > MAX_DEPTH) return undefined
  let isSeparated = true
  for (;;) {
    // A missing comma is allowed only at the end of a line. Elsewhere, it is more likely that a quote was not escaped.
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
    // A missing colon is allowed only between two strings with a blank between them: `"assessment" "bad"`.
    return undefined
  }
  cursor.keys.push(key)
  const value = readValue(cursor)
  return value && { key, value }
}
