// Finds where reasoning starts and ends in the text of a reply. The marks are tags such as `<think>`, and the channels of
// the Harmony format, of which only `final` has the answer.

const TAGS = 'think|thinking|thought|reasoning|reflection|scratchpad|seed:think'

/** The source of a regular expression for any mark, with flag `i`. Attributes have a limit, so that each `<` is read in short time. */
export const REASONING_MARK = [
  `</?(?:${TAGS})\\b[^<>]{0,200}(?<!/)>`,
  '\\[/?think\\]',
  '◁/?think▷',
  '<\\|channel\\|>\\s{0,9}(?:analysis|commentary|final)\\b',
].join('|')

/** A pattern for the end of the reasoning that `mark` starts; undefined when `mark` is an end itself. */
export function endOfReasoning(mark: string): RegExp | undefined {
  if (mark.startsWith('<|')) return /final$/i.test(mark) ? undefined : /<\|channel\|>\s{0,9}final\b/gi
  const [, slash, name] = /^.(\/?)([a-z:]+)/i.exec(mark) ?? []
  return slash === '/' ? undefined : new RegExp(`[<[◁]/${name}\\s{0,9}[>\\]▷]`, 'gi')
}
