import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { elementsIn, wordsIn } from './elements.ts'

const rests = (text: string) => elementsIn(text).map(({ rest }) => rest)

describe('elements of a constant', () => {
  it('are those of an array, a multirange and JSON, each left out', () => {
    assert.deepEqual(rests('{0,4096}'), ['{4096}', '{0}'])
    assert.deepEqual(rests('{"a,b",c}'), ['{c}', '{"a,b"}'])
    assert.deepEqual(rests('{{1,2},{3,4}}'), ['{{3,4}}', '{{1,2}}'])
    assert.deepEqual(rests('{[1,5),(7,9]}'), ['{(7,9]}', '{[1,5)}'])
    assert.deepEqual(rests('[0, 4096]'), ['[4096]', '[0]'])
    assert.deepEqual(rests('{"a": [1, 2]}'), ['{}', '{"a":[2]}', '{"a":[1]}'])
  })

  it('are none of an empty list, a range or a plain text', () => {
    for (const text of ['{}', '[1,5)', 'a,b', '7']) assert.deepEqual(rests(text), [], text)
  })

  it('are words where code cuts a text', () => {
    assert.deepEqual(
      wordsIn('0,4096, 7').map(({ rest }) => rest),
      ['4096, 7', '0,7', '0,4096'],
    )
    assert.deepEqual(wordsIn('one'), [])
  })
})
