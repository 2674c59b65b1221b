import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { OUTCOMES } from './outcomes.ts'

describe('OUTCOMES', () => {
  it('has an outcome for every kind of trouble', () => {
    const meanings = Object.entries(OUTCOMES).map(([name, outcome]) => [
      name,
      'result' in outcome ? outcome.result : `fails the ${outcome.failure}`,
    ])
    assert.deepEqual(Object.fromEntries(meanings), {
      unparseable: 'unreadable',
      ambiguous: 'unreadable',
      schema: 'unreadable',
      refusal: 'refused',
      moderation: 'refused',
      truncated: 'truncated',
      empty: 'empty',
      auth: 'fails the model',
      credits: 'fails the model',
      quota: 'fails the model',
      model: 'fails the model',
      context_length: 'fails the case',
      too_large: 'fails the case',
      bad_request: 'fails the case',
      rate_limit: 'fails the case',
      timeout: 'fails the case',
      provider: 'fails the case',
      server: 'fails the case',
      http_body: 'fails the case',
    })
  })
  it('gives advice in one sentence for every failure', () => {
    for (const outcome of Object.values(OUTCOMES)) {
      if ('advice' in outcome) assert.match(outcome.advice, /^[A-Z].{10,120}\.$/)
    }
  })
})
