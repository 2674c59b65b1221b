import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { characterGrams, gramFeatures, wordGrams } from './grams.ts'

describe('wordGrams', () => {
  it('takes words, parameters and comparisons, single and in pairs', () => {
    assert.deepEqual(wordGrams('A.org <= :Org_id'), ['a', 'org', '<=', ':org_id', 'a org', 'org <=', '<= :org_id'])
    assert.deepEqual(wordGrams(''), [])
  })
})

describe('characterGrams', () => {
  it('takes three to five characters, with one blank for any white space', () => {
    assert.deepEqual(characterGrams('ab\n   cd'), ['ab ', 'b c', ' cd', 'ab c', 'b cd', 'ab cd'])
    assert.deepEqual(characterGrams('ab'), [])
  })
})

describe('gramFeatures', () => {
  it('keeps grams that two queries share, gives rare ones more weight, and scales each row to length 1', () => {
    const { names, rows } = gramFeatures(
      ['a b', 'a c', 'a b d', ''],
      text => text.match(/\w/g) ?? [],
      Int32Array.of(0, 0, 1, 1),
    )
    assert.deepEqual(names, ['a', 'b'])
    const [first, second, third, last] = rows.map(({ values }) => [...values])
    const [common, rare] = [Math.log(5 / 4) + 1, Math.log(5 / 3) + 1]
    const length = Math.hypot(common, rare)
    assert.deepEqual(first, [common / length, rare / length])
    assert.deepEqual(second, [1])
    assert.deepEqual(third, first)
    assert.deepEqual(last, [])
  })
})
