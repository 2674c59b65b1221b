// The word, or pair of words, that stands most unevenly over good and bad cases. The classifiers weigh thousands of words at
// once, and a single one that tells the label hardly moves them.

import type { TellingWord } from '../../shortcuts.ts'
import type { Labels } from '../scope.ts'

/** The cases that have a word, by their rows. */
interface Pattern {
  word: string
  rows: number[]
}

/** Finds the most telling word of these texts. Null where no word stands in some cases of a query and not in others. */
export function findTellingWord(
  texts: string[],
  wordsOf: (text: string) => string[],
  labels: Pick<Labels, 'isBad' | 'queries' | 'shuffles'>,
): Omit<TellingWord, 'where'> | null {
  const { isBad, queries, shuffles } = labels
  const deviates = createDeviation(isBad, queries)
  const patterns = readPatterns(texts, wordsOf, queries).map(one => ({ ...one, deviation: deviates(one.rows) }))
  const largest = (ofLabels: Uint8Array) =>
    patterns.reduce((most, { deviation }) => Math.max(most, Math.abs(deviation(ofLabels))), 0)
  const [first, ...others] = patterns
  if (!first) return null
  const size = ({ deviation }: typeof first) => Math.abs(deviation(isBad))
  const found = others.reduce((most, one) => (size(one) > size(most) ? one : most), first)
  const share = (label: number) =>
    found.rows.filter(row => isBad[row] === label).length / isBad.filter(one => one === label).length
  const chances = Float64Array.from(shuffles, largest).sort()
  // Of 400, the fourth largest: one more would be larger in one of a hundred cases.
  const chance = chances[chances.length - Math.max(1, Math.floor((chances.length + 1) * 0.01))] ?? null
  return { word: found.word, inGood: share(0), inBad: share(1), deviations: size(found), chance }
}

/**
 * For the rows that have a word: by how many standard deviations the number of bad cases among them differs from what
 * shuffles of the labels within queries give on the average. (It is a sum of hypergeometric numbers, one for each query.)
 */
export function createDeviation(
  isBad: Uint8Array,
  queries: Int32Array,
): (rows: number[]) => (labels: Uint8Array) => number {
  const all = new Map<number, number>()
  const bad = new Map<number, number>()
  isBad.forEach((label, row) => {
    const query = queries[row] ?? 0
    all.set(query, (all.get(query) ?? 0) + 1)
    bad.set(query, (bad.get(query) ?? 0) + label)
  })
  return rows => {
    let mean = 0
    let variance = 0
    for (const [query, own] of Map.groupBy(rows, row => queries[row] ?? 0)) {
      const size = all.get(query) ?? 0
      const share = (bad.get(query) ?? 0) / size
      mean += own.length * share
      if (size > 1) variance += (own.length * share * (1 - share) * (size - own.length)) / (size - 1)
    }
    const deviation = Math.sqrt(variance)
    return labels => {
      let count = 0
      for (const row of rows) count += labels[row] ?? 0
      return deviation === 0 ? 0 : (count - mean) / deviation
    }
  }
}

/** One word for all that stand in the same cases. Words of one query alone are left out. */
function readPatterns(texts: string[], wordsOf: (text: string) => string[], queries: Int32Array): Pattern[] {
  const rowsOf = new Map<string, number[]>()
  texts.forEach((text, row) => {
    for (const word of new Set(wordsOf(text))) {
      const rows = rowsOf.get(word)
      if (rows) rows.push(row)
      else rowsOf.set(word, [row])
    }
  })
  const patterns = new Map<string, Pattern>()
  for (const [word, rows] of rowsOf) {
    if (rows.length === texts.length || new Set(rows.map(row => queries[row])).size < 2) continue
    const key = rows.join()
    if (!patterns.has(key)) patterns.set(key, { word, rows })
  }
  return [...patterns.values()]
}
