// Text from elsewhere can carry terminal commands, line breaks that forge a log, and characters that turn the reading
// direction round. C0, DEL and C1 controls; bidi marks, embeddings, overrides and isolates; line separators; the BOM.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/g

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
