import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatInterval, formatPercent } from '../lib/text/format-measure.ts'
import { formatDuration, formatList, formatMeasure, formatPlural } from './format.ts'

describe('format', () => {
  it('shows shares in percent with one decimal, and a dash for none', () => {
    assert.equal(formatPercent(2 / 3), '66.7%')
    assert.equal(formatPercent(0), '0.0%')
    assert.equal(formatPercent(null), '–')
    assert.equal(formatInterval({ low: 0.721, high: 1 }), '72.1–100.0%')
  })

  it('leaves an interval of no width out of a sentence', () => {
    assert.equal(formatMeasure({ value: 0.8, interval: { low: 0.7, high: 0.9 } }), '80.0% (95% interval 70.0–90.0%)')
    assert.equal(formatMeasure({ value: 0.8, interval: { low: 0.8, high: 0.8 } }), '80.0%')
    assert.equal(formatMeasure({ value: 0.8, interval: null }), '80.0%')
  })

  it('chooses the unit of a duration', () => {
    assert.deepEqual([0.4, 999, 999.7, 1234, 59_940, 59_960, 125_000].map(formatDuration), [
      '0 ms',
      '999 ms',
      '1.0 s',
      '1.2 s',
      '59.9 s',
      '1 min 0 s',
      '2 min 5 s',
    ])
  })

  it('counts and lists in words', () => {
    assert.equal(formatPlural(1, 'query', 'queries'), '1 query')
    assert.equal(formatPlural(1200, 'case'), '1,200 cases')
    assert.deepEqual(
      [['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']].map(items => formatList(items)),
      ['a', 'a and b', 'a, b and c', 'a, b and 2 others'],
    )
  })
})
