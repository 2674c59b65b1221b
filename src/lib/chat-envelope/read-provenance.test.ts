import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Provenance } from '../../domain.ts'
import { readEnvelope } from './read-envelope.ts'

const UNKNOWN: Provenance = {
  provider: null,
  servedModel: null,
  finishReason: null,
  nativeFinishReason: null,
  generationId: null,
  promptTokens: null,
  completionTokens: null,
  cachedTokens: null,
  reasoningTokens: null,
  cost: null,
}

function provenance(body: unknown, headers: Record<string, string> = {}, status = 200): Provenance {
  return readEnvelope(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }).provenance
}

describe('readProvenance', () => {
  it('reads all that OpenRouter says', () => {
    const body = {
      id: 'gen-1',
      provider: 'Acme',
      model: 'acme/m-1',
      choices: [{ message: { content: 'x' }, finish_reason: 'stop', native_finish_reason: 'end_turn' }],
      usage: {
        prompt_tokens: 900,
        completion_tokens: 60,
        cost: 0.00021,
        prompt_tokens_details: { cached_tokens: 800 },
        completion_tokens_details: { reasoning_tokens: 40 },
      },
    }
    assert.deepEqual(provenance(body), {
      provider: 'Acme',
      servedModel: 'acme/m-1',
      finishReason: 'stop',
      nativeFinishReason: 'end_turn',
      generationId: 'gen-1',
      promptTokens: 900,
      completionTokens: 60,
      cachedTokens: 800,
      reasoningTokens: 40,
      cost: 0.00021,
    })
  })
  it('takes no number that is none', () => {
    const usage = {
      prompt_tokens: '900',
      completion_tokens: -1,
      cost: -0.5,
      prompt_tokens_details: [1],
      completion_tokens_details: { reasoning_tokens: 1.5 },
    }
    assert.deepEqual(provenance({ id: 5, model: {}, provider: '', usage, choices: [] }), UNKNOWN)
    assert.deepEqual(provenance('{"choices": [], "usage": {"cost": 1e999, "prompt_tokens": 1e300}}'), UNKNOWN)
    assert.deepEqual(provenance({ usage: 'many' }), UNKNOWN)
  })
  it('is unknown where the body is no JSON', () => assert.deepEqual(provenance('<html>'), UNKNOWN))
  it('takes id and cost from headers', () => {
    const headers = { 'x-generation-id': 'gen-2', 'x-litellm-response-cost': '1.5e-05' }
    assert.deepEqual(provenance('', headers, 502), { ...UNKNOWN, generationId: 'gen-2', cost: 0.000015 })
    assert.deepEqual(provenance('', { 'x-litellm-response-cost': 'None' }), UNKNOWN)
  })
  it('takes the provider from an error', () => {
    const error = { code: 502, message: 'x', metadata: { provider_name: 'Acme' } }
    assert.deepEqual(provenance({ error }), { ...UNKNOWN, provider: 'Acme' })
  })
  it('keeps the id of vLLM, long as it is', () => {
    const id = `chatcmpl-${'0a'.repeat(16)}`
    assert.equal(provenance({ id, choices: [] }).generationId, id)
  })
  it('reads the cached tokens of other servers', () => {
    assert.equal(provenance({ choices: [], usage: { prompt_cache_hit_tokens: 7 } }).cachedTokens, 7)
    assert.equal(provenance({ choices: [], timings: { cache_n: 8 } }).cachedTokens, 8)
  })
  it('reads the last usage of a stream', () => {
    const chunks = [
      { id: 'a', model: 'm' },
      { choices: [{ delta: {}, finish_reason: 'stop' }] },
      { usage: { cost: 2 } },
    ]
    const body = chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`).join('')
    const expected = { ...UNKNOWN, generationId: 'a', servedModel: 'm', finishReason: 'stop', cost: 2 }
    assert.deepEqual(provenance(body), expected)
  })
})
