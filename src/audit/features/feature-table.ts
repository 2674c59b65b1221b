import type { Gram } from '../statistics/logistic-regression.ts'

/** The values of features, a row for each case. A feature that a row does not list is 0 there. */
export interface FeatureTable {
  names: string[]
  rows: { features: Int32Array; values: Float64Array }[]
}

/**
 * The inner products of all rows, of features that were centred on their means. Centring sees no label. It lets us do
 * without an intercept, which would differ from fold to fold in the direction opposite to the labels that were left
 * out, and so spoil the comparison of their scores.
 */
export function centredGram({ names, rows }: FeatureTable): Gram {
  const size = rows.length
  const values = new Float64Array(size * size)
  for (const { owners, parts } of rowsByFeature(names.length, rows)) {
    for (let first = 0; first < owners.length; first++) {
      const offset = (owners[first] ?? 0) * size
      const part = parts[first] ?? 0
      for (let second = 0; second <= first; second++) {
        // biome-ignore lint/style/noNonNullAssertion: the innermost loop; all indexes are in range.
        values[offset + owners[second]!]! += part * parts[second]!
      }
    }
  }
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < row; column++) values[column * size + row] = values[row * size + column] ?? 0
  }
  const means = Float64Array.from({ length: size }, (_, row) => mean(values.subarray(row * size, (row + 1) * size)))
  const all = mean(means)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const cell = row * size + column
      values[cell] = (values[cell] ?? 0) - (means[row] ?? 0) - (means[column] ?? 0) + all
    }
  }
  return { size, values }
}

/** The weight of each centred feature in a fit with these coefficients. */
export function weightsOf({ names, rows }: FeatureTable, coefficients: Float64Array): Float64Array {
  const total = coefficients.reduce((sum, value) => sum + value, 0)
  const weights = new Float64Array(names.length)
  rows.forEach(({ features, values }, row) => {
    const share = (coefficients[row] ?? 0) - total / rows.length
    features.forEach((feature, index) => {
      weights[feature] = (weights[feature] ?? 0) + share * (values[index] ?? 0)
    })
  })
  return weights
}

/** For each feature the rows that have it, in ascending order, with its values there. */
function rowsByFeature(count: number, rows: FeatureTable['rows']): { owners: Int32Array; parts: Float64Array }[] {
  const sizes = new Int32Array(count)
  for (const { features } of rows) for (const feature of features) sizes[feature] = (sizes[feature] ?? 0) + 1
  const lists = Array.from(sizes, size => ({ owners: new Int32Array(size), parts: new Float64Array(size) }))
  sizes.fill(0)
  rows.forEach(({ features, values }, row) => {
    features.forEach((feature, index) => {
      const list = lists[feature]
      const next = sizes[feature] ?? 0
      sizes[feature] = next + 1
      if (list) {
        list.owners[next] = row
        list.parts[next] = values[index] ?? 0
      }
    })
  })
  return lists
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
