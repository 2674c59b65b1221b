import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDeviation, findTellingWord } from './telling-word.ts'

const words = (text: string) => text.split(' ')
// Two queries of two good and two bad cases each.
const isBad = Uint8Array.of(0, 0, 1, 1, 0, 0, 1, 1)
const queries = Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1)

describe('createDeviation', () => {
  it('gives the numbers worked out by hand', () => {
    const deviation = createDeviation(isBad, queries)
    // Two of four cases of a query, of which two are bad: 1 on the average, with variance 2 · ½ · ½ · 2/3 = 1/3.
    assert.ok(Math.abs(deviation([2, 3])(isBad) - 1 / Math.sqrt(1 / 3)) < 1e-12)
    assert.ok(Math.abs(deviation([0, 1, 4, 5])(isBad) + 2 / Math.sqrt(2 / 3)) < 1e-12)
    assert.equal(deviation([0, 2, 4, 6])(isBad), 0)
    // A word that all cases of a query have tells nothing, however the labels are shuffled.
    assert.equal(deviation([0, 1, 2, 3])(isBad), 0)
  })
})

describe('findTellingWord', () => {
  it('finds the word that stands most unevenly, in either direction, and says what chance finds', () => {
    const texts = ['a odd x', 'odd', 'x b', 'b', 'odd x', 'odd', 'x', 'b x']
    const shuffles = Array.from({ length: 200 }, () => isBad)
    const found = findTellingWord(texts, words, { isBad, queries, shuffles })
    assert.deepEqual([found?.word, found?.inGood, found?.inBad], ['odd', 1, 0])
    assert.ok(Math.abs((found?.deviations ?? 0) - 2 / Math.sqrt(2 / 3)) < 1e-12)
    assert.equal(found?.chance, found?.deviations, 'every shuffle here is as the labels are')
  })

  it('leaves out words that are in one query alone, or in all cases', () => {
    assert.equal(
      findTellingWord(['a', 'a x', 'a x', 'a', 'a', 'a', 'a', 'a'], words, { isBad, queries, shuffles: [isBad] }),
      null,
    )
  })
})
