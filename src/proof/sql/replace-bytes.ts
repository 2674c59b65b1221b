// PostgreSQL's scanner and parser count bytes of UTF-8: in `'é', :org` the colon is byte 6, and character 5.

export interface Replacement {
  start: number
  end: number
  text: string
}

/** The text with another text from byte `start` up to byte `end`, for each of the replacements, in the order of the text. */
export function replaceBytes(text: string, replacements: Replacement[]): string {
  const bytes = Buffer.from(text)
  let replaced = ''
  let done = 0
  for (const { start, end, text: replacement } of replacements) {
    replaced += bytes.toString('utf8', done, start) + replacement
    done = end
  }
  return replaced + bytes.toString('utf8', done)
}

/** The line, from 1, of a byte of the text. */
export function lineAt(text: string, byte: number): number {
  return Buffer.from(text).subarray(0, byte).toString().split('\n').length
}
