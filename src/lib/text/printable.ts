import { HIDDEN_CHARACTERS } from './hidden-characters.ts'

// Text from elsewhere can carry terminal commands, and line breaks that forge a log.
const UNPRINTABLE = new RegExp(`[\\t\\n\\r${HIDDEN_CHARACTERS}]+`, 'gu')

/** The text on one line, without control characters, at most `length` characters long. */
export function printable(text: string, length = 200): string {
  // A hostile text may be very long: cut before cleaning, with room for what cleaning takes away.
  const line = text
    .slice(0, length * 4)
    .replace(UNPRINTABLE, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  if (line.length <= length && text.length <= length * 4) return line
  return `${line.slice(0, length - 1).trimEnd()}…`
}
