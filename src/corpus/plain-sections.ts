/** A level-1 heading, and the fenced blocks between it and the next. */
interface PlainSection {
  title: string
  /** From 1, as all lines here. */
  line: number
  fences: Fence[]
}

export interface Fence {
  /** Of its first mark. */
  line: number
  markup: string
  /** What stands behind the first mark. */
  info: string
  content: string
  /** False when it runs to the end of the file because nothing closes it. */
  isClosed: boolean
}

// No other block begins with a letter, and no paragraph of ours needs to begin with anything else.
const PROSE = /^[A-Za-z]/
const HEADING = /^# ([A-Za-z]+)$/
// Behind the language, the name of the file may stand.
const FENCE = /^(`{3,})([A-Za-z]*(?: [\w./-]+)?)$/

/**
 * The level-1 sections of a text that is as plain as nearly all cases are: headings of one word, prose, and fenced blocks at
 * the margin. Undefined when there is anything else, for which the Markdown parser is there: it takes five times as long,
 * and thousands of cases are read before the first question is asked.
 */
export function readPlainSections(lines: string[]): PlainSection[] | undefined {
  const sections: PlainSection[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line === '' || PROSE.test(line)) continue
    const title = HEADING.exec(line)?.[1]
    const [, markup, info = ''] = FENCE.exec(line) ?? []
    if (title) sections.push({ title, line: at + 1, fences: [] })
    else if (markup) {
      const end = lines.findIndex((other, nth) => nth > at && other.trimStart().startsWith(markup))
      // Not closed, or by a line that is not just like the first.
      if (lines[end] !== markup) return undefined
      const content = [...lines.slice(at + 1, end), ''].join('\n')
      sections.at(-1)?.fences.push({ line: at + 1, markup, info, content, isClosed: true })
      at = end
    } else return undefined
  }
  return sections
}
