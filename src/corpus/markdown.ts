// The same as 'markdown-it', in one file instead of seventeen: half the time to load.
import MarkdownIt, { type Token } from 'markdown-it/browser'
import { type Fence, readPlainSections } from './plain-sections.ts'

// Block structure is all we need: inline marks stay as they were written.
// A deep list is no reason to lose the headings behind it; the preset stops at 20 levels.
const markdown = new MarkdownIt('commonmark', { maxNesting: 500 })
markdown.core.ruler.enableOnly(['normalize', 'block'])

/** A level-1 heading and what stands under it. */
export interface Section {
  title: string
  /** The heading's line, from 1. */
  line: number
  /** What stands between this heading and the next, without the blank lines around it. */
  text: string
  fences: Fence[]
}

/** With every block, also those inside of others. */
export interface ParsedSection extends Section {
  tokens: Token[]
}

/** The level-1 sections of a Markdown text with LF line ends. A `#` inside a fence, a quote or a list opens none. */
export function readSections(text: string): Section[] {
  const lines = text.split('\n')
  // The parser puts something else in the place of NUL.
  const plain = text.includes('\0') ? undefined : readPlainSections(lines)
  return (
    plain?.map(({ title, line, fences }, nth) => ({
      title,
      line,
      text: textBetween(lines, line, (plain[nth + 1]?.line ?? lines.length + 1) - 1),
      fences,
    })) ?? parseSections(text)
  )
}

/** The same, with all that the parser says of them. */
export function parseSections(text: string): ParsedSection[] {
  const lines = text.split('\n')
  const tokens = markdown.parse(text, {})
  const opens = tokens.flatMap((token, index) =>
    token.type === 'heading_open' && token.tag === 'h1' && token.level === 0 ? [index] : [],
  )
  return opens.map((open, nth) => {
    const next = opens[nth + 1] ?? tokens.length
    const [start, bodyStart] = lineRange(tokens[open])
    const inside = tokens.slice(open + 3, next)
    return {
      title: tokens[open + 1]?.content.trim() ?? '',
      line: start + 1,
      text: textBetween(lines, bodyStart, next === tokens.length ? lines.length : lineRange(tokens[next])[0]),
      fences: inside.filter(token => token.type === 'fence').map(token => toFence(token, lines)),
      tokens: inside,
    }
  })
}

/** Lines from 0, the last one excluded. */
function textBetween(lines: string[], start: number, end: number): string {
  return lines
    .slice(start, end)
    .join('\n')
    .replace(/^\s*\n/, '')
    .trimEnd()
}

/** The sections with this title, in any case. */
export function sectionsNamed<S extends Section>(sections: S[], title: string): S[] {
  return sections.filter(section => section.title.toLowerCase() === title.toLowerCase())
}

function toFence(token: Token, lines: string[]): Fence {
  const { markup, info, content } = token
  const [start, end] = lineRange(token)
  // Inside a quote the closing line carries the quote's marks.
  const closing = (lines[end - 1] ?? '').replace(/^[\s>]+/, '').trimEnd()
  const isClosed = end - 1 > start && closing.startsWith(markup) && closing.replaceAll(markup.charAt(0), '') === ''
  return { line: start + 1, markup, info, content, isClosed }
}

/** The token's lines: the first, and the one behind the last, from 0. */
export function lineRange(token: Token | undefined): [number, number] {
  return token?.map ?? [0, 0]
}
