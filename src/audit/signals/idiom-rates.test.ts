import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { createScope } from '../scope.ts'
import { randomCode, readCase, syntheticCorpus } from '../testing/synthetic-corpus.ts'
import { rateIdioms } from './idiom-rates.ts'

describe('rateIdioms', () => {
  before(async () => loadModule())

  it('marks an idiom whose use differs between good and bad cases by more than chance', () => {
    const { cases } = syntheticCorpus({ applications: 1, queries: 8 }, place => {
      const or = place.label === 'bad' && place.number < 6 ? ' OR t.id = 0' : ''
      const exists = place.number % 3 === 0 ? ' AND EXISTS (SELECT 1)' : ''
      return randomCode(place).replace('\nORDER', `${or}${exists}\nORDER`)
    })
    const rates = rateIdioms(createScope(cases.map(one => readCase(one))))
    assert.deepEqual(
      rates.filter(({ name }) => name === 'OR' || name === 'EXISTS'),
      [
        { name: 'OR', inGood: 0, inBad: 0.75, isUneven: true },
        { name: 'EXISTS', inGood: 0, inBad: 0.5, isUneven: true },
      ],
    )
    const even = rateIdioms(createScope(cases.map(one => readCase({ ...one, code: 'SELECT 1 WHERE a OR b' }))))
    assert.deepEqual(even, [{ name: 'OR', inGood: 1, inBad: 1, isUneven: false }])
  })
})
