// Words and characters as features: tf-idf with logarithmic counts, each row scaled to length 1 (C. D. Manning,
// P. Raghavan and H. Schütze, "Introduction to Information Retrieval", Cambridge 2008, chapter 6.4).

import type { FeatureTable } from './feature-table.ts'

const WORD = /:?[\p{L}_][\p{L}\p{N}_]*|\d+|[<>=!|~]+/gu

/** Words, parameters, numbers and comparison operators, single and in pairs; in lower case, because counts.ts counts upper case. */
export function wordGrams(text: string): string[] {
  const words = text.toLowerCase().match(WORD) ?? []
  return [...words, ...words.slice(1).map((word, index) => `${words[index]} ${word}`)]
}

/** Three to five characters in a row. Each run of white space becomes one blank, because counts.ts counts lines and indentation. */
export function characterGrams(text: string): string[] {
  const line = text.replace(/\s+/g, ' ')
  const grams: string[] = []
  for (let length = 3; length <= 5; length++) {
    for (let start = 0; start + length <= line.length; start++) grams.push(line.slice(start, start + length))
  }
  return grams
}

export interface GramTable extends FeatureTable {
  /** The length of each row before it was scaled. */
  lengths: Float64Array
}

/** The features of these texts. Grams of one query alone are left out: they teach nothing about other queries. */
export function gramFeatures(texts: string[], gramsOf: (text: string) => string[], queries: Int32Array): GramTable {
  const { names, rows } = countGrams(texts, gramsOf)
  const documentCounts = new Int32Array(names.length)
  const firstQuery = new Int32Array(names.length).fill(-1)
  const isShared = new Uint8Array(names.length)
  rows.forEach(({ grams }, row) => {
    const query = queries[row] ?? 0
    for (const gram of grams) {
      documentCounts[gram] = (documentCounts[gram] ?? 0) + 1
      if (firstQuery[gram] === -1) firstQuery[gram] = query
      else if (firstQuery[gram] !== query) isShared[gram] = 1
    }
  })
  const kept = Int32Array.from(names.keys()).filter(gram => isShared[gram] === 1)
  const featureOf = new Int32Array(names.length).fill(-1)
  kept.forEach((gram, feature) => {
    featureOf[gram] = feature
  })
  const lengths = new Float64Array(rows.length)
  return {
    lengths,
    names: Array.from(kept, gram => names[gram] ?? ''),
    rows: rows.map(({ grams, counts }, row) => {
      const keptIndexes = Array.from(grams.keys()).filter(index => (featureOf[grams[index] ?? 0] ?? -1) >= 0)
      const values = keptIndexes.map(index => {
        const rarity = rarityOf(documentCounts[grams[index] ?? 0] ?? 0, texts.length)
        return (1 + Math.log(counts[index] ?? 1)) * rarity
      })
      lengths[row] = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))
      const length = lengths[row] || 1
      return {
        features: Int32Array.from(keptIndexes, index => featureOf[grams[index] ?? 0] ?? 0),
        values: Float64Array.from(values, value => value / length),
      }
    }),
  }
}

/** The weight of a gram that so many of all texts have. */
export function rarityOf(having: number, texts: number): number {
  return Math.log((1 + texts) / (1 + having)) + 1
}

/** How often each gram occurs in each text. A gram is its index in `names`. */
function countGrams(texts: string[], gramsOf: (text: string) => string[]) {
  const numbers = new Map<string, number>()
  const rows = texts.map(text => {
    const counts = new Map<number, number>()
    for (const gram of gramsOf(text)) {
      const number = numbers.get(gram) ?? numbers.size
      numbers.set(gram, number)
      counts.set(number, (counts.get(number) ?? 0) + 1)
    }
    return { grams: Int32Array.from(counts.keys()), counts: Float64Array.from(counts.values()) }
  })
  return { names: [...numbers.keys()], rows }
}
