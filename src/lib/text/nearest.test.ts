import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nearest } from './nearest.ts'

describe('nearest', () => {
  it('finds the word that was probably meant', () => {
    assert.equal(nearest('modle', ['model', 'filter']), 'model')
    assert.equal(nearest('FILTER', ['model', 'filter']), 'filter')
  })

  it('finds nothing when nothing is near', () => {
    assert.equal(nearest('zebra', ['model', 'filter']), undefined)
    assert.equal(nearest('x', []), undefined)
  })
})
