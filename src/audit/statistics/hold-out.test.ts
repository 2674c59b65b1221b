import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../lib/statistics/seeded-random.ts'
import { centredGram, type FeatureTable } from '../features/feature-table.ts'
import { holdOutScores } from './hold-out.ts'
import { countPairs, pooledAuc } from './ranking.ts'

const QUERIES = 10

function randomTable(seed: string, features = 12): FeatureTable {
  const random = seededRandom(seed)
  const names = Array.from({ length: features }, (_, feature) => `f${feature}`)
  const rows = Array.from({ length: QUERIES * 6 }, () => ({
    features: Int32Array.from(names.keys()),
    values: Float64Array.from(names, () => random() - 0.5),
  }))
  return { names, rows }
}

const groups = Int32Array.from({ length: QUERIES * 6 }, (_, row) => Math.floor(row / 6))
const isBad = Uint8Array.from({ length: QUERIES * 6 }, (_, row) => Number(row % 6 >= 2))

describe('holdOutScores', () => {
  it('does not use the labels of the query that it scores', () => {
    const gram = centredGram(randomTable('leak'))
    const scores = holdOutScores(gram, isBad, groups)
    for (const query of [0, 4, 9]) {
      const turned = isBad.map((bad, row) => (groups[row] === query ? 1 - bad : bad))
      const again = holdOutScores(gram, turned, groups)
      groups.forEach((group, row) => {
        if (group !== query) return
        assert.ok(Math.abs((scores[row] ?? 0) - (again[row] ?? 0)) < 1e-3, `query ${query}, row ${row}`)
      })
      // The labels matter to the other queries.
      assert.ok(groups.some((group, row) => group !== query && Math.abs((scores[row] ?? 0) - (again[row] ?? 0)) > 0.01))
    }
  })

  it('ranks bad above good when there is something to learn, and not in noise', () => {
    const noise = randomTable('noise')
    const auc = (table: FeatureTable) =>
      pooledAuc(countPairs(holdOutScores(centredGram(table), isBad, groups), isBad, groups)) ?? 0
    const quiet = auc(noise)
    assert.ok(quiet > 0.3 && quiet < 0.65, String(quiet))
    const rows = noise.rows.map(({ features, values }, row) => ({
      features,
      values: values.map((value, feature) => (feature === 0 && isBad[row] === 1 ? value + 1 : value)),
    }))
    assert.ok(auc({ ...noise, rows }) > 0.9)
  })

  it('has no intercept that gives away how many bad cases were left out', () => {
    // Half of the queries have only good cases, half only bad ones: a fitted intercept would rank them the wrong way round.
    const uneven = Uint8Array.from(groups, query => query % 2)
    const scores = holdOutScores(centredGram(randomTable('uneven', 3)), uneven, groups)
    const auc = pooledAuc(countPairs(scores, uneven, groups)) ?? 0
    assert.ok(auc > 0.3, String(auc))
  })

  it('scores 0 when the other queries have only one label', () => {
    const two = Int32Array.from(groups, query => Math.min(query, 1))
    const labels = Uint8Array.from(two, group => Number(group === 0))
    assert.deepEqual(new Set(holdOutScores(centredGram(randomTable('alone')), labels, two)), new Set([0]))
  })
})

describe('centredGram', () => {
  it('is the inner product of rows less their mean', () => {
    const row = (...values: number[]) => ({
      features: Int32Array.from(values.keys()),
      values: Float64Array.from(values),
    })
    const { values } = centredGram({ names: ['a', 'b'], rows: [row(1, 0), row(3, 2), row(2, 1)] })
    // The rows become (−1, −1), (1, 1) and (0, 0).
    assert.deepEqual(
      [...values].map(value => Math.round(value * 1e9) / 1e9 + 0),
      [2, -2, 0, -2, 2, 0, 0, 0, 0],
    )
  })
})
