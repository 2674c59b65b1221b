import type { Label } from '../domain.ts'

// A synonym counts only as the whole value: "no longer vulnerable" contains "vulnerable" and means the opposite.
const WHOLE_VALUES = new Map<string, Label>([
  ['good', 'good'],
  ['secure', 'good'],
  ['safe', 'good'],
  ['bad', 'bad'],
  ['vulnerable', 'bad'],
  ['insecure', 'bad'],
  ['unsafe', 'bad'],
])

// Decoration is allowed before the word: `**bad**`, `❌ bad`. `!bad` and `≠ good` mean the opposite and are not read.
const FIRST_WORD = /^[^\p{L}\p{N}!?¬≠~]*(\p{L}+)(?![\p{M}\p{N}])(.*)$/su
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

// `bad: raw SQL`, `good (checked)`, `bad - because`; not `bad-ish`, not `good enough`.
const SEPARATOR = /^[*_"'`\s]*(?:[:;,.([|\n–—]|-\s)/

const OTHER_LABEL = {
  good: /(?<![\p{L}\p{M}\p{N}])bad(?![\p{L}\p{M}\p{N}])/u,
  bad: /(?<![\p{L}\p{M}\p{N}])good(?![\p{L}\p{M}\p{N}])/u,
}

/** Reads the value of `assessment`: the label alone, or the label and a remark that does not contain the other label. */
export function readLabel(text: string): Label | undefined {
  const [, word = '', rest = ''] = FIRST_WORD.exec(text.toLowerCase()) ?? []
  if (!LETTER_OR_DIGIT.test(rest)) return rest.includes('?') ? undefined : WHOLE_VALUES.get(word)
  if (word !== 'good' && word !== 'bad') return undefined
  return SEPARATOR.test(rest) && !OTHER_LABEL[word].test(rest) ? word : undefined
}
