/** Text of people is wrapped by hand in Markdown. Lines are joined, unless the next line begins a paragraph or a list. */
export function unwrap(text: string): string {
  return text.replace(/(?<=\S)\r?\n(?=[\p{L}`"'(])/gu, ' ')
}
