import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBudget } from './budget.ts'

describe('createBudget', () => {
  it('counts calls in flight, so that the limit is not passed', () => {
    const budget = createBudget(1)
    assert.equal(budget.reserve(0.4), true)
    assert.equal(budget.reserve(0.4), true)
    assert.equal(budget.reserve(0.4), false)
    budget.settle(0.4, 0.1)
    assert.equal(budget.reserve(0.4), true)
    assert.equal(budget.spent(), 0.1)
  })

  it('has no end without a limit', () => {
    const budget = createBudget(undefined)
    assert.equal(budget.reserve(1e9), true)
    budget.settle(1e9, 3)
    assert.equal(budget.spent(), 3)
  })
})
