import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isLongText, longTexts } from './long-texts.ts'

describe('long texts', () => {
  it('are longer than each length that the code speaks of', () => {
    const texts = longTexts('select 1 from t where length(t.subject) > 400 or char_length(:term) > 30', [
      '400',
      '30',
      'x',
    ])
    assert.deepEqual(
      texts.map(text => text.length),
      [420, 50],
    )
    assert.ok(texts.every(isLongText))
  })

  it('are none for code that measures no text, and for numbers that are no length', () => {
    assert.deepEqual(longTexts('select 1 from t limit 50', ['50']), [])
    assert.deepEqual(longTexts('select length(t.a) + 1 from t limit 1000000', ['1', '1000000', '2.5']), [])
    assert.ok(!isLongText('xx') && !isLongText('x y'.repeat(40)))
  })
})
