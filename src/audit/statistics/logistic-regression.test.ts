import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../lib/statistics/seeded-random.ts'
import { fitLogistic, type Gram } from './logistic-regression.ts'

function gramOf(rows: number[][]): Gram {
  const dot = (a: number[], b: number[]) => a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
  return { size: rows.length, values: Float64Array.from(rows.flatMap(a => rows.map(b => dot(a, b)))) }
}

function example(size: number, features: number) {
  const random = seededRandom('logistic regression')
  const rows = Array.from({ length: size }, () => Array.from({ length: features }, () => random() * 2 - 1))
  const signs = Int8Array.from(rows, ([first = 0]) => (first + random() - 0.5 > 0 ? 1 : -1))
  const costs = Float64Array.from({ length: size }, () => 0.5 + 2 * random())
  return { rows, signs, costs, gram: gramOf(rows) }
}

const weightsOf = (rows: number[][], coefficients: Float64Array) =>
  (rows[0] ?? []).map((_, feature) =>
    rows.reduce((sum, row, n) => sum + (coefficients[n] ?? 0) * (row[feature] ?? 0), 0),
  )

/** Of ½‖w‖² + Σ c log(1 + exp(−y w·x)), feature by feature. */
function gradient(rows: number[][], signs: Int8Array, costs: Float64Array, weights: number[]): number[] {
  return weights.map((weight, feature) =>
    rows.reduce((sum, row, n) => {
      const margin = (signs[n] ?? 0) * row.reduce((all, value, index) => all + value * (weights[index] ?? 0), 0)
      return sum - ((costs[n] ?? 0) * (signs[n] ?? 0) * (row[feature] ?? 0)) / (1 + Math.exp(margin))
    }, weight),
  )
}

describe('fitLogistic', () => {
  it('finds the known solution for one row: w = c σ(−w)', () => {
    const { coefficients, scores } = fitLogistic(gramOf([[1]]), Int8Array.of(1), Float64Array.of(1), {
      tolerance: 1e-12,
    })
    // The fixed point of w = 1 / (1 + exp(w)).
    assert.ok(Math.abs((scores[0] ?? 0) - 0.401058137541547) < 1e-9, String(scores[0]))
    assert.equal(coefficients[0], scores[0])
  })

  it('ends where the gradient of the penalised likelihood is zero', () => {
    const { rows, signs, costs, gram } = example(40, 5)
    const { coefficients } = fitLogistic(gram, signs, costs, { tolerance: 1e-11 })
    const slope = gradient(rows, signs, costs, weightsOf(rows, coefficients))
    for (const part of slope) assert.ok(Math.abs(part) < 1e-7, String(slope))
    // The gradient is not zero everywhere.
    assert.ok(gradient(rows, signs, costs, [0, 0, 0, 0, 0]).some(part => Math.abs(part) > 1))
  })

  it('scores rows that cost nothing without learning from them', () => {
    const { rows, signs, costs, gram } = example(40, 5)
    const without = costs.map((cost, row) => (row < 6 ? 0 : cost))
    const left = fitLogistic(gram, signs, without, { tolerance: 1e-11 })
    const turned = fitLogistic(
      gram,
      signs.map((sign, row) => (row < 6 ? -sign : sign)),
      without,
      { tolerance: 1e-11 },
    )
    assert.deepEqual(left.scores, turned.scores)
    const alone = fitLogistic(gramOf(rows.slice(6)), signs.slice(6), costs.slice(6), { tolerance: 1e-11 })
    const weights = weightsOf(rows.slice(6), alone.coefficients)
    for (let row = 0; row < 6; row++) {
      const expected = (rows[row] ?? []).reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0)
      assert.ok(Math.abs((left.scores[row] ?? 0) - expected) < 1e-7)
    }
  })

  it('finds the same solution from another start', () => {
    const { signs, costs, gram } = example(40, 5)
    const start = fitLogistic(gram, signs, costs)
    const without = costs.map((cost, row) => (row < 6 ? 0 : cost / 2))
    const warm = fitLogistic(gram, signs, without, { start, tolerance: 1e-11 })
    const cold = fitLogistic(gram, signs, without, { tolerance: 1e-11 })
    for (let row = 0; row < 40; row++) {
      assert.ok(Math.abs((warm.scores[row] ?? 0) - (cold.scores[row] ?? 0)) < 1e-7)
    }
  })
})
