import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { percentileInterval } from '../lib/statistics/percentile-interval.ts'
import { seededRandom } from '../lib/statistics/seeded-random.ts'
import { createDraw, RESAMPLES, resampleColumns, type Sums } from './bootstrap.ts'
import { intervalOfCounts } from './interval-of-counts.ts'
import { MEASURES } from './measures.ts'

const random = seededRandom('interval of counts')
const [two, four, forty] = [() => 2, () => 4, () => 40]
const upTo = (most: number) => Math.floor(random() * (most + 1))

/** Of as many queries: what each has of the measure's columns, and what they come to in each resample. */
function resampled(queries: { caught: number; bad: number; cleared: number; good: number }[], from: readonly string[]) {
  const columns = from.map(name => queries.map(query => query[name as keyof typeof query]))
  return resampleColumns(columns, createDraw()('app', queries.length))
}

/** One resample after the other. */
function plainly(of: (...counts: number[]) => number, columns: Sums[]) {
  const values = Float64Array.from({ length: RESAMPLES }, (_, index) => of(...columns.map(sums => sums[index] ?? 0)))
  return percentileInterval(values.filter(value => !Number.isNaN(value)))
}

function queriesOf(count: number, bad: () => number, good: () => number) {
  return Array.from({ length: count }, () => {
    const [ofBad, ofGood] = [bad(), good()]
    return { bad: ofBad, caught: upTo(ofBad), good: ofGood, cleared: upTo(ofGood) }
  })
}

const MADE_OF_TWO_LABELS = [MEASURES.accuracy, MEASURES.balancedAccuracy, MEASURES.precision, MEASURES.f1, MEASURES.mcc]

describe('intervalOfCounts', () => {
  it('is the interval that all resamples one by one give', () => {
    for (const count of [2, 3, 12, 40]) {
      const queries = queriesOf(count, four, two)
      for (const { from, of } of [...MADE_OF_TWO_LABELS, MEASURES.catchRate]) {
        const columns = resampled(queries, from)
        assert.deepEqual(intervalOfCounts(of, columns), plainly(of as never, columns), `${count} ${of}`)
      }
    }
  })

  it('leaves out resamples without a base, however many there are', () => {
    for (const share of [0.9, 0.4, 0.1, 0.01]) {
      const queries = queriesOf(12, () => (random() < share ? 1 : 0), two)
      const { from, of } = MEASURES.catchRate
      const columns = resampled(queries, from)
      assert.deepEqual(intervalOfCounts(of, columns), plainly(of as never, columns), String(share))
    }
  })

  it('leaves nothing behind for the next', () => {
    const columns = resampled(queriesOf(20, four, two), MEASURES.mcc.from)
    const [first, second] = [1, 2].map(() => intervalOfCounts(MEASURES.mcc.of, columns))
    assert.deepEqual(first, second)
  })

  it('is not for fractions, for more than two counts that vary, or for too many pairs', () => {
    const { from, of } = MEASURES.balancedAccuracy
    const halves = [0.5, 1]
    const fractions = resampleColumns([halves, halves, halves, halves], createDraw()('app', 2))
    assert.equal(intervalOfCounts(of, fractions), undefined)
    const varied = resampled(
      queriesOf(
        12,
        () => upTo(4),
        () => upTo(2),
      ),
      from,
    )
    assert.equal(intervalOfCounts(of, varied), undefined)
    const many = resampled(queriesOf(800, forty, forty), from)
    assert.equal(intervalOfCounts(of, many), undefined)
  })
})
