// Coarse time: code that does not compare instants as they are. `expires_at::date >= :now::date` looks at days, and
// `age(:now, trashed_at) <= interval '30 days'` counts each whole month as 30 days.

/** A place where code handles time coarsely. */
export interface CoarseTime {
  /** It counts whole months, as `age()` does: a month of 31 days equals 30 days. */
  countsMonths: boolean
  /** The words that stand around it, in small letters: the column is among them. */
  near: ReadonlySet<string>
}

const MONTHS = [
  /\bage\s*\(/g,
  /\bjustify_\w+\s*\(/g,
  /'[^']*\d\s*(?:mons?|months?|years?)\b[^']*'/g,
  /'\d+'\s*(?:month|year)\b/g,
  /\b(?:months|years)\s*(?:=>|:=)/g,
]

const DAYS = [
  /::\s*(?:date|time|timetz)\b/g,
  /::\s*timestamp(?:tz)?\s*\(/g,
  /\bas\s+(?:date|time)\s*\)/g,
  /\b(?:date|date_trunc|date_bin|date_part|extract|to_char|to_date|make_date|make_timestamp|make_timestamptz)\s*\(/g,
  /\bat\s+time\s+zone\b/g,
]

/** How far from the place its column stands, in characters. */
const NEAR = 80

/** All places where the code handles time coarsely; dynamic SQL stands inside of strings, so all text is searched. */
export function coarseTimesIn(code: string): CoarseTime[] {
  const text = code.toLowerCase()
  const placesOf = (patterns: RegExp[], countsMonths: boolean): CoarseTime[] =>
    patterns
      .flatMap(pattern => [...text.matchAll(pattern)])
      .map(({ index, 0: found }) => ({ countsMonths, near: wordsAround(text, index, index + found.length) }))
  return [...placesOf(MONTHS, true), ...placesOf(DAYS, false)]
}

function wordsAround(text: string, from: number, to: number): ReadonlySet<string> {
  return new Set(text.slice(Math.max(0, from - NEAR), to + NEAR).match(/\w+/g))
}
