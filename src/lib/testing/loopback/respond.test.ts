import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { times } from './answer.ts'
import { ask, QUESTION } from './ask.ts'
import { serverError, unavailable } from './faults.ts'
import { SAMPLE_MODELS, sampleModel } from './sample-models.ts'
import { startLoopback } from './start-loopback.ts'

const json = async (url: string, headers: Record<string, string> = {}) => {
  const reply = await fetch(url, { headers })
  return { status: reply.status, body: JSON.parse(await reply.text()) }
}

const contentOf = (text: string) => JSON.parse(text).choices[0].message.content

describe('a loopback server that plays OpenRouter', { timeout: 20_000 }, () => {
  it('lists its models to anybody', async () => {
    await using server = await startLoopback({ key: 'k', modelsError: times(1, unavailable()) })
    assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
    assert.equal((await json(`${server.url}/models`)).status, 503)
    const { data } = (await json(`${server.url}/models?supported_parameters=temperature`)).body
    assert.equal(data[0].pricing.prompt, '0.00000015')
    assert.deepEqual(data, SAMPLE_MODELS)
  })

  it('tells about the key, and lets in no other', async () => {
    await using server = await startLoopback({ key: 'k', keyFacts: { limit: 5 } })
    const { body } = await json(`${server.url}/key`, { authorization: 'Bearer k' })
    assert.deepEqual([body.data.limit, body.data.limit_remaining, body.data.is_free_tier], [5, null, false])
    assert.deepEqual(await json(`${server.url}/key`, { authorization: 'Bearer other' }), {
      status: 401,
      body: { error: { message: 'User not found.', code: 401 }, user_id: 'user_loopback' },
    })
    assert.match((await ask(server.url)).text, /No auth credentials found/)
    assert.equal((await ask(server.url, { headers: { authorization: 'Bearer k' } })).status, 200)
    assert.equal(server.calls[0]?.headers.authorization, 'Bearer k')
  })

  it('answers in a whole reply: who, how it ended, tokens, cost', async () => {
    await using server = await startLoopback({ answer: { assessment: 'good' } })
    const { headers, text } = await ask(server.url)
    const { id, provider, model, object, choices, usage } = JSON.parse(text)
    assert.match(id, /^gen-\d+-00000001$/)
    assert.equal(headers['x-generation-id'], id)
    assert.deepEqual([provider, model, object], ['OpenAI', 'openai/gpt-4o-mini-2024-07-18', 'chat.completion'])
    const [{ finish_reason, native_finish_reason, message }] = choices
    assert.deepEqual([finish_reason, native_finish_reason, message.content], ['stop', 'stop', '{"assessment":"good"}'])
    assert.deepEqual([usage.prompt_tokens, usage.completion_tokens, usage.total_tokens], [6, 6, 12])
    assert.ok(Math.abs(usage.cost - (6 * 0.15 + 6 * 0.6) / 1e6) < 1e-15)
  })

  it('says nothing of worth by default', async () => {
    await using server = await startLoopback()
    const { assessment, violated_rules } = JSON.parse(contentOf((await ask(server.url)).text))
    assert.deepEqual([assessment, violated_rules], ['bad', ['R1']])
  })

  it('cuts the answer at max_tokens, reasoning included', async () => {
    await using server = await startLoopback({ answer: 'x'.repeat(100) })
    const { choices, usage } = JSON.parse((await ask(server.url, { body: { ...QUESTION, max_tokens: 10 } })).text)
    assert.deepEqual([choices[0].finish_reason, choices[0].message.content.length], ['length', 40])
    assert.equal(usage.completion_tokens, 10)
    const thinker = { ...QUESTION, model: 'google/gemini-2.5-pro', max_tokens: 70 }
    const thought = JSON.parse((await ask(server.url, { body: thinker })).text)
    assert.deepEqual([thought.choices[0].message.content.length, thought.usage.completion_tokens], [24, 70])
    assert.equal(thought.usage.completion_tokens_details.reasoning_tokens, 64)
  })

  it('bills a prefix as cached once a question with it was answered', async () => {
    await using server = await startLoopback({ latencyMs: 30 })
    const rules = { type: 'text', text: 'r'.repeat(8000), cache_control: { type: 'ephemeral' } }
    const cached = async (model: string, part: object, code: string) => {
      const messages = [{ role: 'user', content: [part, { type: 'text', text: code }] }]
      const { usage } = JSON.parse((await ask(server.url, { body: { model, messages } })).text)
      return [usage.prompt_tokens_details.cached_tokens, usage.prompt_tokens_details.cache_write_tokens]
    }
    const [openai, claude] = ['openai/gpt-4o', 'anthropic/claude-sonnet-4.5']
    const together = await Promise.all([cached(openai, rules, 'a'), cached(openai, rules, 'b')])
    assert.deepEqual(together, [
      [0, 0],
      [0, 0],
    ])
    assert.deepEqual(await cached(openai, rules, 'c'), [1920, 0])
    assert.deepEqual(await cached(claude, rules, 'a'), [0, 2001])
    assert.deepEqual(await cached(claude, rules, 'b'), [2000, 0])
    assert.deepEqual(await cached(claude, { ...rules, cache_control: undefined }, 'c'), [0, 0])
  })

  it('knows no other path', async () => {
    await using server = await startLoopback()
    const heard = await ask(server.url.replace('/api', ''))
    assert.deepEqual([heard.status, heard.headers['content-type']], [404, 'text/html'])
  })
})

describe('a loopback server that plays a local one', { timeout: 20_000 }, () => {
  it('takes names as they are, and tells of neither cost nor provider', async () => {
    await using server = await startLoopback({ as: 'plain', answer: 'yes' })
    assert.match(server.url, /:\d+\/v1$/)
    const { body } = await json(`${server.url}/models`)
    assert.deepEqual(
      body.data.map((model: { id: string }) => model.id),
      ['llama3', 'qwen3:8b', 'gpt-oss:20b'],
    )
    const { text, headers } = await ask(server.url, { body: { ...QUESTION, model: 'qwen3:8b', provider: { pin: 1 } } })
    const { provider, model, usage, choices } = JSON.parse(text)
    assert.deepEqual(
      [provider, model, usage],
      [undefined, 'qwen3:8b', { prompt_tokens: 6, completion_tokens: 1, total_tokens: 7 }],
    )
    assert.deepEqual(choices, [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'yes' } }])
    assert.equal(headers['x-generation-id'], undefined)
  })

  it('refuses in its own words', async () => {
    await using server = await startLoopback({ as: 'plain', models: [sampleModel('mine')], answer: serverError() })
    const error = {
      message: 'model "llama3" not found, try pulling it first',
      type: 'api_error',
      param: null,
      code: null,
    }
    const missing = await ask(server.url, { body: { ...QUESTION, model: 'llama3' } })
    assert.deepEqual([missing.status, JSON.parse(missing.text)], [404, { error }])
    assert.match(
      (await ask(server.url, { body: { ...QUESTION, model: 'mine' } })).text,
      /"Internal Server Error","type"/,
    )
    assert.equal((await ask(server.url, { body: { model: 'mine' } })).status, 400)
    assert.equal((await ask(server.url, { body: '{' })).status, 400)
    assert.equal((await fetch(`${server.url}/key`)).status, 404)
  })
})
