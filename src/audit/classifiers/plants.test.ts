import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { createScope } from '../scope.ts'
import { randomCode, readCase, syntheticCorpus } from '../testing/synthetic-corpus.ts'
import { findSmallestPlant, type PlantJob } from './plants.ts'

const bounds = (most: number) => ({ auc: { least: 0, most }, withinAuc: { least: 0, most } })

describe('findSmallestPlant', () => {
  before(async () => loadModule())

  const plant = (most: number, { queries = 6, ...more }: Partial<PlantJob> & { queries?: number } = {}) => {
    const { cases } = syntheticCorpus({ applications: 1, queries }, position => randomCode(position))
    const { queries: numbers, shuffles } = createScope(cases.map(one => readCase(one)))
    return findSmallestPlant({
      label: 'bad',
      where: 'code',
      texts: cases.map(({ code }) => code),
      labels: { queries: numbers, shuffles },
      bounds: { words: bounds(most), characters: bounds(most) },
      tries: 30,
      ...more,
    })
  }

  it('needs a larger plant where the limit is higher, and finds none beyond 1', () => {
    const { share: low } = plant(0.65)
    const high = plant(0.75).share ?? 2
    assert.ok(low !== null && low < high, `${low} ${high}`)
    assert.deepEqual(plant(1), { label: 'bad', where: 'code', share: null })
  })

  it('finds a smaller plant in more queries, and where there is no other text', () => {
    const few = plant(0.75).share ?? 1
    const none = plant(0.75, { texts: Array.from({ length: 36 }, () => '') }).share ?? 1
    assert.ok(none < few, `${none} ${few}`)
    const mostDeviations = 3.5
    const six = plant(1, { mostDeviations }).share ?? 1
    const twelve = plant(1, { mostDeviations, queries: 12 }).share ?? 1
    assert.ok(twelve < six, `${twelve} ${six}`)
  })

  it('says the share at which the deviation of the word passes its limit, worked out by hand', () => {
    // Six queries of two good and four bad cases. With k planted bad cases in each query, and none in good ones, the sum of
    // bad is 6k, its mean 6k · 2/3 and its variance 6 · k · 2/9 · (6 - k)/5: for k = 2 the deviation is 4/√(2.1333) = 2.74,
    // for k = 3 it is 6/√(2.4) = 3.87. Half of the bad cases are k = 2, drawn unevenly over the queries.
    const found = plant(1, { mostDeviations: 3.3 })
    assert.ok(found.share !== null && found.share > 0.5 && found.share <= 0.75, String(found.share))
  })

  it('says the same each time', () => {
    assert.deepEqual(plant(0.8), plant(0.8))
  })
})
