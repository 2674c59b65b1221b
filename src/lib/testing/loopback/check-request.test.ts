import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkRequest } from './check-request.ts'
import { SAMPLE_MODELS } from './sample-models.ts'

const messages = [{ role: 'user', content: 'Is it good?' }]

/** 'ok' and the host, or the status and the words of the error. */
function check(body: unknown): string {
  const checked = checkRequest(typeof body === 'string' ? body : JSON.stringify(body), SAMPLE_MODELS)
  if (!('fault' in checked)) return `ok ${checked.host}`
  return checked.fault === 'error'
    ? `${checked.status} ${checked.message} ${checked.metadata?.raw ?? ''}`.trim()
    : checked.fault
}

const ask = (more: object, model = 'openai/gpt-4o-mini') => check({ model, messages, ...more })

describe('checkRequest', () => {
  it('lets in a usual request', () => {
    const schema = { type: 'json_schema', json_schema: { name: 'verdict', strict: true, schema: { type: 'object' } } }
    assert.equal(ask({ temperature: 0, max_tokens: 500, response_format: schema }), 'ok OpenAI')
    const parts = [{ type: 'text', text: 'the rules', cache_control: { type: 'ephemeral' } }]
    assert.equal(ask({ messages: [{ role: 'system', content: parts }] }, 'anthropic/claude-3-opus'), 'ok Anthropic')
  })

  it('refuses what is no JSON object, and a question without messages', () => {
    assert.match(check('{"model":'), /^400 Invalid JSON/)
    assert.match(check('[]'), /^400 Invalid JSON/)
    for (const none of [{}, { messages: [] }, { messages: 'hi' }])
      assert.match(check({ model: 'openai/gpt-4o', ...none }), /^400 Input required/)
    assert.match(ask({ messages: [{ role: 'robot', content: 'hi' }] }), /^400 messages\.0\.role/)
    assert.match(ask({ messages: [{ role: 'user', content: [] }] }), /^400 messages\.0\.content/)
    assert.match(ask({ messages: [{ role: 'user', content: [{ text: 'hi' }] }] }), /^400 messages\.0\.content/)
  })

  it('knows models by id, dated name and routing suffix; not by a bare name', () => {
    assert.equal(ask({}, 'openai/gpt-4o-mini-2024-07-18'), 'ok OpenAI')
    assert.equal(ask({}, 'openai/gpt-4o:nitro'), 'ok OpenAI')
    for (const name of ['gpt-4o-mini', 'acme/none-1', 'openrouter/openai/gpt-4o', 'openai/gpt-4o:free'])
      assert.equal(ask({}, name), `400 ${name} is not a valid model ID`)
  })

  it('refuses parameters out of range', () => {
    assert.match(ask({ temperature: 3 }), /^400 temperature/)
    assert.match(ask({ temperature: '0' }), /^400 temperature/)
    assert.match(ask({ top_p: 2 }), /^400 top_p/)
    assert.match(ask({ seed: 1.5 }), /^400 seed/)
    assert.match(ask({ max_tokens: 0 }), /^400 max_tokens/)
    assert.match(ask({ response_format: { type: 'json' } }), /^400 response_format/)
    assert.match(
      ask({ response_format: { type: 'json_schema', json_schema: { name: 'a b', schema: {} } } }),
      /^400 .*name/,
    )
    assert.match(ask({ response_format: { type: 'json_schema', json_schema: { name: 'a' } } }), /^400 .*schema/)
  })

  it('wants the word JSON in the prompt where the host does', () => {
    const format = { response_format: { type: 'json_object' } }
    assert.match(ask(format), /^400 Provider returned error .*the word 'json'/)
    assert.equal(ask({ ...format, messages: [{ role: 'user', content: 'As JSON.' }] }), 'ok OpenAI')
  })

  it('refuses unknown keys of provider and picks the host that was pinned', () => {
    assert.equal(ask({ provider: { pin: 'azure' } }), "400 Unrecognized key(s) in object: 'pin'")
    assert.equal(ask({ provider: { only: ['azure'] } }), 'ok Azure')
    assert.equal(ask({ provider: { order: ['azure'], allow_fallbacks: false } }), 'ok Azure')
    assert.equal(ask({ provider: { order: ['groq'] } }), 'ok OpenAI')
    assert.equal(ask({ provider: { ignore: ['openai'] } }), 'ok Azure')
    for (const provider of [{ only: ['groq'] }, { order: ['groq'], allow_fallbacks: false }])
      assert.match(ask({ provider }), /^404 No allowed providers/)
  })

  it('finds no endpoint when a parameter that the model does not list is required', () => {
    const provider = { require_parameters: true }
    assert.match(ask({ temperature: 0, provider }, 'openai/gpt-5.6-luna'), /^404 No endpoints found/)
    assert.equal(ask({ temperature: 0 }, 'openai/gpt-5.6-luna'), 'ok OpenAI')
    assert.equal(ask({ max_completion_tokens: 9, provider }, 'openai/gpt-5.6-luna'), 'ok OpenAI')
    const schema = { type: 'json_schema', json_schema: { name: 'v', schema: {} } }
    for (const model of ['anthropic/claude-3-opus', 'deepseek/deepseek-chat-v3.1'])
      assert.match(ask({ response_format: schema, provider }, model), /^404 No endpoints found/)
  })

  it('cannot switch off reasoning that is mandatory', () => {
    for (const more of [
      { reasoning: { effort: 'none' } },
      { reasoning_effort: 'none' },
      { reasoning: { enabled: false } },
    ])
      assert.match(ask(more, 'google/gemini-2.5-pro'), /^400 Reasoning is mandatory/)
    assert.equal(ask({ reasoning: { effort: 'none' } }, 'google/gemini-2.5-flash'), 'ok Google')
    assert.match(ask({ reasoning: { effort: 'huge' } }), /^400 reasoning\.effort/)
    assert.match(ask({ reasoning: { effort: 'low', max_tokens: 9 } }), /^400 Only one of/)
  })

  it('refuses a prompt that is too long, unless it may be compressed', () => {
    const long = { messages: [{ role: 'user', content: 'x'.repeat(40_000) }] }
    const off = { plugins: [{ id: 'context-compression', enabled: false }] }
    assert.equal(ask(long, 'mistralai/mistral-7b-instruct'), 'ok DeepInfra')
    assert.match(
      ask({ ...long, ...off }, 'mistralai/mistral-7b-instruct'),
      /^400 .*maximum context length is 8192 tokens/,
    )
    assert.match(ask({ max_tokens: 128_000 }, 'openai/gpt-4o'), /^400 .*maximum context length/)
  })
})
