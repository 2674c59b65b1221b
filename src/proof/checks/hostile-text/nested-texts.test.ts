import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nestedTexts } from './nested-texts.ts'

describe('nested texts', () => {
  it('are the text again once a part is removed', () => {
    assert.equal(nestedTexts(['$s$ or'], ['$s$'])[0], '$$s$s$ or')
    assert.deepEqual(nestedTexts(['charge'], ['charge']), ['chachargerge', 'chachachargergerge'])
  })

  it('have each part alone inside itself, then all of them', () => {
    assert.deepEqual(nestedTexts(['1 Or 2 is'], ['or', 'is', 'else']), [
      ...['1 OOrr 2 is', '1 OOOrrr 2 is', '1 Or 2 iiss', '1 Or 2 iiisss'],
      ...['1 OOrr 2 iiss', '1 OOOrrr 2 iiisss'],
    ])
  })

  it('are none where nothing is removed, or nothing would be left', () => {
    assert.deepEqual(nestedTexts(['or true --'], []), [])
    assert.deepEqual(nestedTexts(['or true --'], ['select', '--']), [])
  })
})
