import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { carriers } from './hostile-text.ts'

describe('values that carry hostile text', () => {
  it('sends it in each place of JSON once, values before names', () => {
    const samples = ['{}', '{"city": "Lyon"}', '{"city": "Oslo", "name": "C"}', '{"mail": "m"}']
    assert.deepEqual(carriers('jsonb', samples, 'x').slice(0, 4), [
      '{"city":"x"}',
      '{"city":"Oslo","name":"x"}',
      '{"mail":"x"}',
      '{"x":"Lyon"}',
    ])
    assert.deepEqual(carriers('jsonb', ['["a", "b"]'], 'x'), ['["x","b"]', '["a","x"]'])
  })

  it('takes text for JSON or a list where the samples are', () => {
    assert.deepEqual(carriers('text', ['{"city": "Lyon"}'], 'x'), ['x', '{"city":"x"}', '{"x":"Lyon"}'])
    assert.deepEqual(carriers('text', ['{a,b}'], 'x"'), ['x"', '{"x\\""}'])
    assert.deepEqual(carriers('text', ['name', '{a}'], 'x'), ['x'])
    assert.deepEqual(carriers('text', ['1', 'true'], 'x'), ['x'])
  })
})
