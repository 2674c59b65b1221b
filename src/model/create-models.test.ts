import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startLoopback } from '../lib/testing/loopback/start-loopback.ts'
import { createModels, type ModelOptions } from './create-models.ts'

function options(env: Record<string, string>, baseUrl?: string): ModelOptions {
  return {
    timeoutMs: 1000,
    commandConcurrency: 2,
    cwd: '.',
    concurrency: 16,
    remembered: () => undefined,
    server: { baseUrl, apiKeyEnv: undefined, env },
    request: {
      temperature: undefined,
      maxTokens: undefined,
      reasoningEffort: undefined,
      provider: undefined,
      isStructured: true,
    },
    needsKey: true,
    env: {},
  }
}

describe('createModels', () => {
  it('makes baselines and programs without a server or a key', async () => {
    const models = await createModels(['baseline/coin', 'command:cat'], options({}))
    assert.deepEqual(
      models.map(({ identity }) => identity.host),
      ['built-in', 'command'],
    )
  })

  it('says what there is when a baseline is unknown', async () => {
    await assert.rejects(createModels(['baseline/cion'], options({})), {
      name: 'UsageError',
      message: 'there is no "baseline/cion"; did you mean baseline/coin?',
    })
  })

  it('wants a key before anything is asked of OpenRouter', async () => {
    await assert.rejects(createModels(['gpt-4o-mini'], options({})), /OPENROUTER_API_KEY is not set/)
  })

  it("resolves names against OpenRouter's list, and two names of one model are one model", async () => {
    await using server = await startLoopback({})
    const env = { OPENROUTER_API_KEY: 'key', OPENROUTER_BASE_URL: server.url }
    const models = await createModels(['gpt-4o-mini', 'openai/gpt-4o-mini', 'baseline/coin'], options(env))
    assert.deepEqual(
      models.map(({ identity, typedName }) => [identity.name, typedName]),
      [
        ['openai/gpt-4o-mini', 'gpt-4o-mini'],
        ['baseline/coin', 'baseline/coin'],
      ],
    )
    assert.equal(server.calls.filter(({ path }) => path.endsWith('/models')).length, 1)
    await assert.rejects(createModels(['gpt-4o-mni'], options(env)), /did you mean openai\/gpt-4o-mini/)
  })

  it("passes another server's names through untouched", async () => {
    const [model] = await createModels(['qwen3:8b'], options({}, 'http://127.0.0.1:9/v1'))
    assert.deepEqual(model?.identity, { name: 'qwen3:8b', host: '127.0.0.1:9', parameters: '{}' })
  })
})
