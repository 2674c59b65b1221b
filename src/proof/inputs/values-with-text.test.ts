import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { valuesWithText } from './values-with-text.ts'

describe('values that hold a text', () => {
  it('puts the text in each place of JSON once, values before names', () => {
    const samples = ['{}', '{"city": "Lyon"}', '{"city": "Oslo", "name": "C"}', '{"mail": "m"}']
    assert.deepEqual(valuesWithText('jsonb', samples, 'x').slice(0, 4), [
      '{"city":"x"}',
      '{"city":"Oslo","name":"x"}',
      '{"mail":"x"}',
      '{"x":"Lyon"}',
    ])
    assert.deepEqual(valuesWithText('jsonb', ['["a", "b"]'], 'x'), ['["x","b"]', '["a","x"]'])
  })

  it('takes text for JSON or a list where the samples are', () => {
    assert.deepEqual(valuesWithText('text', ['{"city": "Lyon"}'], 'x'), ['x', '{"city":"x"}', '{"x":"Lyon"}'])
    assert.deepEqual(valuesWithText('text', ['{a,b}'], 'x"'), ['x"', '{"x\\""}'])
    assert.deepEqual(valuesWithText('text', ['name', '{a}'], 'x'), ['x'])
    assert.deepEqual(valuesWithText('text', ['1', 'true'], 'x'), ['x'])
  })
})
