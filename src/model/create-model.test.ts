import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createModel } from './create-model.ts'

const options = { timeoutMs: 1000, commandConcurrency: 2 }

describe('createModel', () => {
  it('finds baselines and programs', () => {
    assert.equal(createModel('baseline/coin', options).identity.host, 'built-in')
    assert.equal(createModel('command:cat', options).identity.host, 'command')
  })

  it('says what there is when the name is unknown', () => {
    assert.throws(() => createModel('baseline/cion', options), {
      name: 'UsageError',
      message: 'unknown model "baseline/cion"; did you mean baseline/coin?',
    })
    assert.throws(() => createModel('\u001b[2Jx', options), { message: 'unknown model "[2Jx".' })
  })
})
