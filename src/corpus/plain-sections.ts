/** A level-1 heading, and the fenced blocks between it and the next. Lines from 0. */
export interface PlainSection {
  title: string
  line: number
  fences: PlainFence[]
}

/** As the Markdown parser would describe it. */
export interface PlainFence {
  type: 'fence'
  markup: string
  info: string
  content: string
  /** The first line, and the one behind the last. */
  map: [number, number]
}

// No other block begins with a letter, and no paragraph of ours needs to begin with anything else.
const PROSE = /^[A-Za-z]/
const HEADING = /^# ([A-Za-z]+)$/
const FENCE = /^(`{3,})([A-Za-z]*)$/

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
    const fence = title ? undefined : readFence(lines, at)
    if (title) sections.push({ title, line: at, fences: [] })
    else if (!fence) return undefined
    else {
      sections.at(-1)?.fences.push(fence)
      at = fence.map[1] - 1
    }
  }
  return sections
}

/** Undefined as well for a fence that is not closed, or by a line that is not just like its first. */
function readFence(lines: string[], start: number): PlainFence | undefined {
  const [, markup, info = ''] = FENCE.exec(lines[start] ?? '') ?? []
  if (!markup) return undefined
  const end = lines.findIndex((line, at) => at > start && line.trimStart().startsWith(markup))
  if (lines[end] !== markup) return undefined
  const content = lines.slice(start + 1, end).map(line => `${line}\n`)
  return { type: 'fence', markup, info, content: content.join(''), map: [start, end + 1] }
}
