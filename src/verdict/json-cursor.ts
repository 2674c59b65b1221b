// The tokens of JSON as models write it: strings in any quotes, words without quotes, blanks and comments.

export interface Cursor {
  readonly text: string
  at: number
  depth: number
  /** Every key that was read, at any depth. */
  readonly keys: string[]
}

const CLOSING_QUOTE = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['‘', '’'],
])

const ESCAPES = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['/', '/'],
  ['\\', '\\'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

// `\s` includes the byte order mark and the no-break space, but not the zero-width characters.
const BLANK = /[\s\u200b-\u200d\u2060]+|(?:\/\/|#)[^\n]*/y
const WORD = /[\p{L}\p{N}_$.+-][\p{L}\p{M}\p{N}_$.+-]*/uy
const HEX = /[\da-f]{4}/iy

export function isAtString(cursor: Cursor): boolean {
  return CLOSING_QUOTE.has(cursor.text[cursor.at] ?? '')
}

/** Reads a token without quotes: a number, `true`, `None`, a key. */
export function readWord(cursor: Cursor): string | undefined {
  return take(cursor, WORD)
}

/** Reads a string, which may contain raw newlines. Undefined when the string is not closed. */
export function readString(cursor: Cursor): string | undefined {
  const { text } = cursor
  const closer = CLOSING_QUOTE.get(text[cursor.at] ?? '')
  const pieces: string[] = []
  cursor.at += 1
  let from = cursor.at
  while (cursor.at < text.length) {
    const char = text[cursor.at]
    if (char === closer) {
      pieces.push(text.slice(from, cursor.at))
      cursor.at += 1
      return pieces.join('')
    }
    if (char === '\\') {
      pieces.push(text.slice(from, cursor.at), readEscape(cursor))
      from = cursor.at
    } else {
      cursor.at += 1
    }
  }
  return undefined
}

/** An escape that JSON does not have (`\d`, `C:\Users`) is kept with its backslash. */
function readEscape(cursor: Cursor): string {
  const letter = cursor.text[cursor.at + 1] ?? ''
  cursor.at += 2
  const hex = letter === 'u' ? take(cursor, HEX) : undefined
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
  return ESCAPES.get(letter) ?? `\\${letter}`
}

/** Skips blanks and comments, and returns the skipped text. */
export function skipBlank(cursor: Cursor): string {
  const start = cursor.at
  for (;;) {
    if (cursor.text.startsWith('/*', cursor.at)) {
      const end = cursor.text.indexOf('*/', cursor.at + 2)
      cursor.at = end === -1 ? cursor.text.length : end + 2
    } else if (take(cursor, BLANK) === undefined) {
      return cursor.text.slice(start, cursor.at)
    }
  }
}

function take(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at
  const match = pattern.exec(cursor.text)?.[0]
  cursor.at += match?.length ?? 0
  return match
}
