import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { percentileInterval } from '../lib/statistics/percentile-interval.ts'
import { seededRandom } from '../lib/statistics/seeded-random.ts'
import { createDraw, type Draws, joinResamples, RESAMPLES, resampleColumns } from './bootstrap.ts'

// B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap", 1993, table 2.1: the survival times of seven treated
// mice. With ever more resamples the standard error of their mean, 86.86, comes to 23.36 (table 2.2).
const MICE = [94, 197, 16, 38, 99, 141, 23]

function standardError(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}

const timesOf = (draws: Draws) => draws.map(({ buffer }) => new Uint16Array(buffer))

/** The same, one draw after the other. */
function plainly(counts: number[], draws: Draws, resample: number): number {
  return timesOf(draws).reduce((sum, times, index) => sum + (counts[index] ?? 0) * (times[resample] ?? 0), 0)
}

function resample(counts: number[], draws: Draws) {
  const [sums] = resampleColumns([counts], draws)
  assert.ok(sums)
  return sums
}

describe('createDraw', () => {
  it('draws as many queries as there are, each as often as the others', () => {
    const draws = timesOf(createDraw()('app', 12))
    for (let resample = 0; resample < RESAMPLES; resample += 97)
      assert.equal(
        draws.reduce((sum, drawn) => sum + (drawn[resample] ?? 0), 0),
        12,
      )
    for (const drawn of draws) {
      const mean = drawn.reduce((sum, times) => sum + times, 0) / RESAMPLES
      // Three standard errors of a binomial (12, 1/12) over 10,000.
      assert.ok(Math.abs(mean - 1) < 3 * Math.sqrt(11 / 12 / RESAMPLES), String(mean))
    }
  })

  it('draws the same each time, and something else for another application', () => {
    assert.deepEqual(createDraw()('app', 3), createDraw()('app', 3))
    assert.notDeepEqual(createDraw()('app', 3), createDraw()('other', 3))
  })
})

describe('resampleColumns', () => {
  it("gives Efron and Tibshirani's standard error of the mean of the mice", () => {
    const sums = resample(MICE, createDraw()('mice', 7))
    const error = standardError(Float64Array.from(sums, sum => sum / 7))
    // A standard error from B resamples is itself off by about 1 / √(2 B), here 0.7 %.
    assert.ok(Math.abs(error / 23.36 - 1) < 0.03, String(error))
  })

  it('adds up what was drawn: whole numbers, fractions, negative and large ones', () => {
    const random = seededRandom('counts')
    const draws = createDraw()('app', 9)
    const samples = [
      Array.from({ length: 9 }, () => Math.floor(random() * 5)),
      Array.from({ length: 9 }, () => random()),
      Array.from({ length: 9 }, () => Math.floor(random() * 5) - 2),
      [0, 0, 0, 0, 7281, 0, 0, 0, 7281],
      [0, 0, 0, 0, 99_999, 0, 0, 0, 1],
      Array(9).fill(4),
    ]
    const columns = resampleColumns(samples, draws)
    for (const [place, counts] of samples.entries()) {
      const sums = columns[place] ?? []
      for (let resample = 0; resample < RESAMPLES; resample += 11)
        assert.ok(Math.abs((sums[resample] ?? Number.NaN) - plainly(counts, draws, resample)) < 1e-9, counts.join())
    }
  })

  it('gives the percentiles of the binomial distribution', () => {
    // Twelve of twenty: of a binomial (20, 0.6) 2.5 % lie at 8 (P(X ≤ 7) = 2.1 %) and at 16 (P(X ≥ 17) = 1.6 %).
    const counts = Array.from({ length: 20 }, (_, index) => (index < 12 ? 1 : 0))
    const sums = joinResamples([resample(counts, createDraw()('app', 20))])
    assert.deepEqual(percentileInterval(Float64Array.from(sums)), { low: 8, high: 16 })
  })
})
