// Alternatives inside a text: `a|b` of a regular expression, `x || y` of a jsonpath.

/** How a language of patterns is cut into alternatives. */
interface Language {
  /** What stands between two alternatives. */
  separator: string
  /** What is skipped as a whole: strings, escaped characters, and brackets such as `[^|]`. */
  skipped: RegExp
}

export const REGULAR_EXPRESSION: Language = { separator: '|', skipped: /\\.|\[\^?\]?[^\]]*\]/sy }
export const JSON_PATH: Language = { separator: '||', skipped: /"(?:[^"\\]|\\.)*"/sy }
export const TEXT_SEARCH: Language = { separator: '|', skipped: /'(?:[^']|'')*'|\\./sy }

/** An alternative, and the whole text without it. */
export interface Alternative {
  text: string
  rest: string
}

interface Level {
  start: number
  cuts: number[]
}

/** Each alternative of a text, those in parentheses among them; undefined where the parentheses do not close. */
export function alternativesIn(text: string, language: Language): Alternative[] | undefined {
  const { separator, skipped } = language
  const found: Alternative[] = []
  const levels: Level[] = [{ start: 0, cuts: [] }]
  let at = 0
  while (at < text.length) {
    skipped.lastIndex = at
    const whole = skipped.exec(text)?.[0].length ?? 0
    if (whole > 0) at += whole
    else if (text.startsWith(separator, at)) {
      levels.at(-1)?.cuts.push(at)
      at += separator.length
    } else {
      if (text[at] === '(') levels.push({ start: at + 1, cuts: [] })
      if (text[at] === ')') {
        const level = levels.pop()
        if (level === undefined || levels.length === 0) return undefined
        found.push(...partsOf(text, level, at, separator.length))
      }
      at += 1
    }
  }
  const [outermost, ...unclosed] = levels
  if (outermost === undefined || unclosed.length > 0) return undefined
  return [...found, ...partsOf(text, outermost, text.length, separator.length)]
}

function partsOf(text: string, { start, cuts }: Level, end: number, width: number): Alternative[] {
  if (cuts.length === 0) return []
  const starts = [start, ...cuts.map(cut => cut + width)]
  const ends = [...cuts, end]
  return starts.map((from, nth) => {
    const to = ends[nth] ?? end
    // The separator goes with the alternative: the one behind the first, and the one before each other.
    const rest = nth === 0 ? text.slice(0, from) + text.slice(to + width) : text.slice(0, from - width) + text.slice(to)
    return { text: text.slice(from, to).trim(), rest }
  })
}
