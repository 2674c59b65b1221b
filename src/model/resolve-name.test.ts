import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ListedModel } from './model-list.ts'
import { resolveName } from './resolve-name.ts'

function listed(id: string, canonicalSlug: string | null = null): ListedModel {
  return {
    id,
    name: id,
    canonicalSlug,
    contextLength: null,
    maxCompletionTokens: null,
    prices: null,
    parameters: undefined,
    isReasoningMandatory: false,
  }
}

const list = [
  listed('openai/gpt-4o-mini', 'openai/gpt-4o-mini-2024-07-18'),
  listed('openai/gpt-4o'),
  listed('anthropic/claude-3-opus'),
  listed('anthropic/claude-3.5-sonnet'),
  listed('meta-llama/llama-3.1-8b-instruct'),
  listed('meta-llama/llama-3.1-8b-instruct:free'),
  listed('one/same-name'),
  listed('other/same-name'),
]
const resolve = (typed: string) => resolveName(typed, list).id

describe('resolveName', () => {
  it('leaves a full id as it is', () => {
    assert.equal(resolve('openai/gpt-4o'), 'openai/gpt-4o')
    assert.equal(resolve('meta-llama/llama-3.1-8b-instruct:free'), 'meta-llama/llama-3.1-8b-instruct:free')
  })

  it('finds the author of a bare name', () => {
    assert.equal(resolve('gpt-4o-mini'), 'openai/gpt-4o-mini')
    assert.equal(resolve('claude-3-opus'), 'anthropic/claude-3-opus')
    assert.equal(resolve('llama-3.1-8b-instruct:free'), 'meta-llama/llama-3.1-8b-instruct:free')
  })

  it('reads dots and hyphens alike, dates and the form of LiteLLM', () => {
    assert.equal(resolve('claude-3-5-sonnet'), 'anthropic/claude-3.5-sonnet')
    assert.equal(resolve('GPT-4o'), 'openai/gpt-4o')
    assert.equal(resolve('openai/gpt-4o-mini-2024-07-18'), 'openai/gpt-4o-mini')
    assert.equal(resolve('openrouter/openai/gpt-4o'), 'openai/gpt-4o')
  })

  it('keeps a suffix that chooses how to route', () => {
    assert.equal(resolve('gpt-4o:nitro'), 'openai/gpt-4o:nitro')
    assert.equal(resolve('openai/gpt-4o:floor'), 'openai/gpt-4o:floor')
  })

  it('asks when several fit', () => {
    assert.throws(() => resolve('same-name'), {
      name: 'UsageError',
      message: '2 models are called "same-name"; did you mean one/same-name, other/same-name?',
    })
  })

  it('shows what is near when none fits', () => {
    assert.throws(() => resolve('gpt-4o-mni'), /there is no model "gpt-4o-mni"; did you mean openai\/gpt-4o-mini,/)
    assert.throws(() => resolve('llama-3.1'), /did you mean meta-llama\/llama-3\.1-8b-instruct/)
    assert.throws(() => resolve(''), { name: 'UsageError' })
  })
})
