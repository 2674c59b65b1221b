import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sampleQuestion } from '../../lib/testing/sample-question.ts'
import { estimateCalls, price } from './estimate.ts'

describe('price', () => {
  it('charges cached tokens at their own price', () => {
    const prices = { prompt: 2, completion: 10, cachedPrompt: 0.5, request: 0 }
    assert.equal(price(prices, 100, 40, 3), 60 * 2 + 40 * 0.5 + 30)
    assert.equal(price({ ...prices, cachedPrompt: null }, 100, 40, 0), 200)
    assert.equal(price({ ...prices, request: 5 }, 0, 0, 0, 2), 10)
    assert.equal(price(null, 100, 0, 3), 0)
  })
})

describe('estimateCalls', () => {
  it('counts the shared part of an application once as new', () => {
    const questions = ['a', 'b', 'c'].map(code => sampleQuestion({ case: { code } }))
    const prices = { prompt: 1, completion: 0, cachedPrompt: 0, request: 0 }
    const { calls, promptTokens, cacheableTokens, completionTokens, cost, cachedCost } = estimateCalls(
      questions,
      prices,
    )
    assert.deepEqual([calls, completionTokens], [3, 1800])
    assert.ok(cacheableTokens > 0 && cacheableTokens < promptTokens)
    assert.deepEqual([cost, cachedCost], [promptTokens, promptTokens - cacheableTokens])
  })

  it('says nothing about money where no price is known', () => {
    assert.equal(estimateCalls([sampleQuestion()], undefined).cost, undefined)
    assert.equal(estimateCalls([sampleQuestion()], null).cost, 0)
  })
})
