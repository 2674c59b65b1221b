import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseServer, refuseWithoutKey } from './server.ts'

const env = { OPENROUTER_API_KEY: 'or-key', LOCAL_KEY: 'local-key' }
const choose = (baseUrl?: string, apiKeyEnv?: string, more: Record<string, string | undefined> = env) =>
  chooseServer({ baseUrl, apiKeyEnv, env: more })

describe('chooseServer', () => {
  it('is OpenRouter with its key unless told otherwise', () => {
    const server = choose()
    assert.equal(server.url.href, 'https://openrouter.ai/api/v1/')
    assert.deepEqual([server.host, server.isOpenRouter, server.apiKey], ['openrouter.ai', true, 'or-key'])
  })

  it("gives OpenRouter's key to nobody else", () => {
    const server = choose('http://localhost:11434/v1')
    assert.deepEqual([server.host, server.isOpenRouter, server.apiKey], ['localhost:11434', false, undefined])
    assert.equal(choose('https://openrouter.ai.attacker.example/api/v1').apiKey, undefined)
    assert.equal(choose('https://gateway.example/v1', 'LOCAL_KEY').apiKey, 'local-key')
  })

  it('takes addresses as people paste them', () => {
    const href = (text: string) => choose(text).url.href
    assert.equal(href('http://localhost:1234'), 'http://localhost:1234/v1/')
    assert.equal(href('http://localhost:1234/v1/'), 'http://localhost:1234/v1/')
    assert.equal(href('http://localhost:1234/v1/chat/completions'), 'http://localhost:1234/v1/')
    assert.equal(href('http://[::1]:8000/team/v1?x=1#y'), 'http://[::1]:8000/team/v1/')
  })

  it('tells servers apart by host, port and an unusual path', () => {
    assert.equal(choose('http://a.example/v1').host, 'a.example')
    assert.equal(choose('http://a.example/api/v1').host, 'a.example/api/v1')
    assert.equal(choose('http://a.example/team-1/v1').host, 'a.example/team-1/v1')
    assert.notEqual(choose('http://localhost:1/v1').host, choose('http://localhost:2/v1').host)
  })

  it('knows OpenRouter by its address too, and a gateway that speaks for it', () => {
    assert.deepEqual(
      [choose('https://openrouter.ai/api/v1').isOpenRouter, choose('https://openrouter.ai/api/v1').apiKey],
      [true, 'or-key'],
    )
    const gateway = choose(undefined, undefined, { ...env, OPENROUTER_BASE_URL: 'http://127.0.0.1:9/api/v1' })
    assert.deepEqual([gateway.host, gateway.isOpenRouter], ['127.0.0.1:9', true])
  })

  it('refuses what cannot work', () => {
    assert.throws(() => choose('localhost:11434'), { name: 'UsageError' })
    assert.throws(() => choose('not an address'), { name: 'UsageError', message: /not an address/ })
    assert.throws(
      () => choose('http://me:secret@host/v1'),
      error => error instanceof Error && !error.message.includes('secret'),
    )
    assert.throws(() => choose('http://localhost/v1', 'MISSING'), /MISSING is not set/)
    assert.throws(
      () => choose('http://localhost/v1', 'OPENROUTER_API_KEY'),
      /is for OpenRouter and is not sent to localhost/,
    )
    assert.throws(() => choose(undefined, undefined, { OPENROUTER_API_KEY: '“quoted”' }), /characters that no key has/)
    assert.equal(choose('http://openrouter.ai/api/v1').apiKey, undefined, 'not over plain http')
  })
})

describe('refuseWithoutKey', () => {
  it('wants a key for OpenRouter and for nothing else', () => {
    assert.throws(() => refuseWithoutKey(choose(undefined, undefined, {})), /OPENROUTER_API_KEY is not set/)
    assert.throws(() => refuseWithoutKey(choose(undefined, undefined, { OPENROUTER_API_KEY: '  ' })), {
      name: 'UsageError',
    })
    refuseWithoutKey(choose('http://localhost:1/v1', undefined, {}))
  })
})
