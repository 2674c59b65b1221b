/**
 * Characters that a reader cannot see, or that make a text read as what it is not, as the inside of a character class
 * for a regular expression with the flag `u`:
 * - controls other than tab and line ends (a NUL is lost in HTML, an ESC commands a terminal), and the C1 controls;
 * - soft hyphen and Arabic letter mark, zero-width spaces, directional marks, embeddings, overrides and isolates
 *   (Boucher and Anderson, "Trojan Source", 2021, https://trojansource.codes);
 * - line and paragraph separators, invisible operators, byte-order marks, annotation anchors;
 * - tag characters and the supplementary variation selectors, in which whole texts can be hidden.
 * The joiners U+200C and U+200D are not among them: Persian, Indic scripts and emoji need them.
 */
export const HIDDEN_CHARACTERS =
  '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e01ef}'

const HIDDEN = new RegExp(`[${HIDDEN_CHARACTERS}]`, 'gu')

/** Makes characters visible that would hide or reorder text: ESC becomes ⟨U+001B⟩. */
export function makeVisible(text: string): string {
  return text.replace(HIDDEN, character => {
    const code = character.codePointAt(0) ?? 0
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}

/** The same of all texts in a value of plain data, names of properties included. */
export function visibleDeep<T>(value: T): T {
  if (typeof value === 'string') return makeVisible(value) as T
  if (Array.isArray(value)) return value.map(visibleDeep) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [makeVisible(name), visibleDeep(inner)])) as T
}
