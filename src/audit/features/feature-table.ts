import type { Gram } from '../statistics/logistic-regression.ts'

/** The values of features, with a row for each case. A feature that a row does not list has the value 0. */
export interface FeatureTable {
  names: string[]
  rows: { features: Int32Array; values: Float64Array }[]
}

/**
 * The inner products of all rows, after each feature was centred on its mean. Centring uses no label. Centred features
 * need no intercept. An intercept would differ from fold to fold, in the direction opposite to the labels that were left
 * out, and scores from different folds could not be compared.
 */
export function centredGram(table: FeatureTable): Gram {
  return centre(gramOf(table))
}

/** The inner products of all rows. */
export function gramOf({ names, rows }: FeatureTable): Gram {
  const size = rows.length
  const values = new Float64Array(size * size)
  for (const { rowNumbers, rowValues } of rowsByFeature(names.length, rows)) {
    for (let first = 0; first < rowNumbers.length; first++) {
      const offset = (rowNumbers[first] ?? 0) * size
      const value = rowValues[first] ?? 0
      for (let second = 0; second <= first; second++) {
        // biome-ignore lint/style/noNonNullAssertion: the innermost loop; all indexes are in range.
        values[offset + rowNumbers[second]!]! += value * rowValues[second]!
      }
    }
  }
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < row; column++) values[column * size + row] = values[row * size + column] ?? 0
  }
  return { size, values }
}

/** The inner products after each feature was centred. Changes its argument. */
export function centre({ size, values }: Gram): Gram {
  const means = Float64Array.from({ length: size }, (_, row) => mean(values.subarray(row * size, (row + 1) * size)))
  const totalMean = mean(means)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const cell = row * size + column
      values[cell] = (values[cell] ?? 0) - (means[row] ?? 0) - (means[column] ?? 0) + totalMean
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

/** For each feature: the numbers of the rows that have the feature, ascending, and its values in these rows. */
function rowsByFeature(
  count: number,
  rows: FeatureTable['rows'],
): { rowNumbers: Int32Array; rowValues: Float64Array }[] {
  const sizes = new Int32Array(count)
  for (const { features } of rows) for (const feature of features) sizes[feature] = (sizes[feature] ?? 0) + 1
  const lists = Array.from(sizes, size => ({ rowNumbers: new Int32Array(size), rowValues: new Float64Array(size) }))
  sizes.fill(0)
  rows.forEach(({ features, values }, row) => {
    features.forEach((feature, index) => {
      const list = lists[feature]
      const next = sizes[feature] ?? 0
      sizes[feature] = next + 1
      if (list) {
        list.rowNumbers[next] = row
        list.rowValues[next] = values[index] ?? 0
      }
    })
  })
  return lists
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
