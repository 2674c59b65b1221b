// Where reasoning begins and ends in a reply that carries it in its text: `<think>` and its kin, and the channels of the
// Harmony format, of which only `final` is meant for the reader.

const TAGS = 'think|thinking|thought|reasoning|reflection|scratchpad|seed:think'

/** The source of a pattern for any mark, with flag `i`. Attributes are bounded so that a `<` never costs a long look. */
export const REASONING_MARK = [
  `</?(?:${TAGS})\\b[^<>]{0,200}(?<!/)>`,
  '\\[/?think\\]',
  '◁/?think▷',
  '<\\|channel\\|>\\s{0,9}(?:analysis|commentary|final)\\b',
].join('|')

/** What ends the reasoning that `mark` begins; `undefined` when `mark` is an end itself. */
export function endOfReasoning(mark: string): RegExp | undefined {
  if (mark.startsWith('<|')) return /final$/i.test(mark) ? undefined : /<\|channel\|>\s{0,9}final\b/gi
  const [, slash, name] = /^.(\/?)([a-z:]+)/i.exec(mark) ?? []
  return slash === '/' ? undefined : new RegExp(`[<[◁]/${name}\\s{0,9}[>\\]▷]`, 'gi')
}
