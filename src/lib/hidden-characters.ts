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
