import type { ClassifierScore, Feature } from '../../shortcuts.ts'
import { type FeatureTable, weightsOf } from './feature-table.ts'

const HEAVIEST = 10
/** Enough to find ten features that are not substrings of each other. */
const CANDIDATES = 200

/** The features with the largest weights in a fit of all cases. `present` gives the value of a feature in a case. */
export function heaviestFeatures(
  table: FeatureTable,
  coefficients: Float64Array,
  isBad: Uint8Array,
  present: (row: number, feature: number) => number,
): Pick<ClassifierScore, 'towardsBad' | 'towardsGood'> {
  const weights = weightsOf(table, coefficients)
  const order = Array.from(weights.keys()).sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0))
  const mean = (feature: number, label: number) => {
    const rows = Array.from(isBad.keys()).filter(row => isBad[row] === label)
    return rows.reduce((sum, row) => sum + present(row, feature), 0) / Math.max(rows.length, 1)
  }
  const top = (features: number[], sign: number): Feature[] =>
    withoutSubstrings(
      features.filter(feature => (weights[feature] ?? 0) * sign > 1e-6),
      table,
    )
      .slice(0, HEAVIEST)
      .map(feature => ({
        name: table.names[feature] ?? '',
        weight: weights[feature] ?? 0,
        inGood: mean(feature, 0),
        inBad: mean(feature, 1),
      }))
  return { towardsBad: top(order.slice(0, CANDIDATES), 1), towardsGood: top(order.slice(-CANDIDATES).reverse(), -1) }
}

/** Keeps only the heaviest of several features that are substrings of each other and occur in the same cases. */
function withoutSubstrings(features: number[], { names, rows }: FeatureTable): number[] {
  const rowsOf = new Map(features.map(feature => [feature, '']))
  rows.forEach(({ features: own }, row) => {
    for (const feature of own) {
      const before = rowsOf.get(feature)
      if (before !== undefined) rowsOf.set(feature, `${before} ${row}`)
    }
  })
  const kept: number[] = []
  for (const feature of features) {
    const name = (names[feature] ?? '').trim()
    const isSubstring = kept.some(other => {
      const heavier = (names[other] ?? '').trim()
      return rowsOf.get(other) === rowsOf.get(feature) && (heavier.includes(name) || name.includes(heavier))
    })
    if (!isSubstring) kept.push(feature)
  }
  return kept
}
