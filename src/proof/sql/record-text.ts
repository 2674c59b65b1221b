/**
 * The values of a row from the text that PostgreSQL prints for the whole row: `(1,"a ""b""",)` has the values `1`, `a "b"`
 * and NULL. Each value is the text that PostgreSQL prints for it alone.
 */
export function readRecord(text: string): (string | null)[] {
  const values: (string | null)[] = []
  let at = 1
  for (;;) {
    let value = ''
    let isNull = true
    let isQuoted = false
    for (; at < text.length; at++) {
      const character = text[at]
      if (!isQuoted && (character === ',' || character === ')')) break
      isNull = false
      if (character === '"' && isQuoted && text[at + 1] === '"') value += text[++at]
      else if (character === '"') isQuoted = !isQuoted
      else if (character === '\\') value += text[++at] ?? ''
      else value += character
    }
    values.push(isNull ? null : value)
    if (text[at++] !== ',') return values
  }
}
