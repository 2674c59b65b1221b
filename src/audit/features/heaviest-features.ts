import type { ClassifierScore, Feature } from '../../shortcuts.ts'
import { type FeatureTable, weightsOf } from './feature-table.ts'

const HEAVIEST = 10
/** Enough to find ten that are not pieces of each other. */
const LOOKED_AT = 200

/** What a fit of all cases looks at, the heaviest first. `present` says how much of a feature a case has. */
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
    withoutPieces(
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
  return { towardsBad: top(order.slice(0, LOOKED_AT), 1), towardsGood: top(order.slice(-LOOKED_AT).reverse(), -1) }
}

/** Of pieces of the same word, which the same cases have, the heaviest alone. */
function withoutPieces(features: number[], { names, rows }: FeatureTable): number[] {
  const owners = new Map(features.map(feature => [feature, '']))
  rows.forEach(({ features: own }, row) => {
    for (const feature of own) {
      const before = owners.get(feature)
      if (before !== undefined) owners.set(feature, `${before} ${row}`)
    }
  })
  const kept: number[] = []
  for (const feature of features) {
    const name = (names[feature] ?? '').trim()
    const isPiece = kept.some(other => {
      const heavier = (names[other] ?? '').trim()
      return owners.get(other) === owners.get(feature) && (heavier.includes(name) || name.includes(heavier))
    })
    if (!isPiece) kept.push(feature)
  }
  return kept
}
