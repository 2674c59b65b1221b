import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alternativesIn, JSON_PATH, REGULAR_EXPRESSION } from './alternatives.ts'

describe('alternatives of a pattern', () => {
  it('are each left out, those in parentheses too', () => {
    assert.deepEqual(alternativesIn('^(a|b)c|d', REGULAR_EXPRESSION), [
      { text: 'a', rest: '^(b)c|d' },
      { text: 'b', rest: '^(a)c|d' },
      { text: '^(a|b)c', rest: 'd' },
      { text: 'd', rest: '^(a|b)c' },
    ])
    assert.deepEqual(alternativesIn('$ ? (@.a == 1 || @.b == "x || y")', JSON_PATH), [
      { text: '@.a == 1', rest: '$ ? ( @.b == "x || y")' },
      { text: '@.b == "x || y"', rest: '$ ? (@.a == 1 )' },
    ])
  })

  it('are no signs that are escaped or in brackets', () => {
    assert.deepEqual(alternativesIn(String.raw`a\|b[|)]`, REGULAR_EXPRESSION), [])
  })

  it('are not known where the parentheses do not close', () => {
    assert.equal(alternativesIn('(a|b', REGULAR_EXPRESSION), undefined)
    assert.equal(alternativesIn('a|b)', REGULAR_EXPRESSION), undefined)
  })
})
