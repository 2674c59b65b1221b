import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { createScope } from './scope.ts'
import { randomCode, readCase, syntheticCorpus } from './testing/synthetic-corpus.ts'

describe('createScope', () => {
  before(async () => loadModule())

  const scope = () => {
    const { cases } = syntheticCorpus({ applications: 2, queries: 3 }, place => randomCode(place))
    return createScope(cases.map(one => readCase(one)))
  }

  it('shuffles labels 200 times, within their queries', () => {
    const { shuffles, queries, isBad } = scope()
    assert.equal(shuffles.length, 200)
    for (const labels of shuffles) {
      for (let query = 0; query < 6; query++) {
        assert.equal(
          labels.filter((_, place) => queries[place] === query).reduce((sum, bad) => sum + bad, 0),
          4,
        )
      }
    }
    // Two of six can be good in 15 ways: each case is bad in two thirds of the shuffles.
    isBad.forEach((_, place) => {
      const bad = shuffles.filter(labels => labels[place] === 1).length
      assert.ok(bad > 105 && bad < 160, `${bad} of 200`)
    })
  })

  it('draws as many queries as there are, within their application, the same each time', () => {
    const { draws } = scope()
    for (const times of draws) {
      assert.equal(
        times.slice(0, 3).reduce((sum, count) => sum + count, 0),
        3,
      )
      assert.equal(
        times.slice(3).reduce((sum, count) => sum + count, 0),
        3,
      )
    }
    assert.ok(new Set(draws.map(times => times.join())).size > 50)
    assert.deepEqual(scope().draws, draws)
  })
})
