// Texts that are longer than the lengths that code speaks of. A flaw such as `or length(t.subject) > 400` shows in such a text,
// and in no other.

/** Code that measures a text. */
const MEASURES = /\b(?:(?:char|character|octet|bit)_)?length\s*\(/i
/** A length that a text of people may have. */
const LENGTHS = { least: 2, most: 5000 }
/** How much longer the text is: code may also subtract, or divide, or compare with a small number. */
const BEYOND = 20
/** A text that is made here, and stands in no code. */
const MADE = new RegExp(`^x{${LENGTHS.least + BEYOND},}$`)

/** For each number of code that measures texts, a text that is longer. `literals` are the constants of the code. */
export function longTexts(code: string, literals: readonly string[]): string[] {
  if (!MEASURES.test(code)) return []
  const lengths = literals.filter(literal => /^\d{1,4}$/.test(literal)).map(Number)
  const known = lengths.filter(length => length >= LENGTHS.least && length <= LENGTHS.most)
  return [...new Set(known)].map(length => 'x'.repeat(length + BEYOND))
}

/** Whether the text was made by `longTexts`. */
export function isLongText(text: string): boolean {
  return MADE.test(text)
}
