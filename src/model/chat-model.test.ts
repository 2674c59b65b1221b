import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Answer } from '../lib/testing/loopback/answer.ts'
import { perQuestion, sequence, times } from '../lib/testing/loopback/answer.ts'
import {
  blankBody,
  changed,
  cutBody,
  errorInside,
  keepAlive,
  neverAnswers,
  resetBeforeHeaders,
  resetInBody,
} from '../lib/testing/loopback/broken-replies.ts'
import {
  badGateway,
  contextLength,
  dailyQuota,
  gatewayTimeout,
  moderated,
  outOfCredits,
  rateLimited,
  rateLimitedUntil,
  serverError,
  unauthorized,
  unavailable,
  unavailableFor,
} from '../lib/testing/loopback/faults.ts'
import { type Loopback, startLoopback } from '../lib/testing/loopback/start-loopback.ts'
import { createChatModel } from './chat-model.ts'
import { chooseServer } from './server.ts'

const KEY = 'sk-or-secret-key'
const NOW = new Date('2026-03-01T12:00:00Z')
const never = new AbortController().signal
const prompt = { text: 'shared own', shared: 'shared ', own: 'own', code: 'own', language: 'sql' }

/** The model behind a loopback server. Its clock stands still but for waits, which are over at once. */
function modelAt(server: Loopback, timeoutMs = 10_000, concurrency = 16) {
  const waits: number[] = []
  let passed = 0
  const pass = (ms: number) => {
    waits.push(Math.round(ms))
    passed += ms
  }
  const model = createChatModel({
    server: chooseServer({
      baseUrl: undefined,
      apiKeyEnv: undefined,
      env: { OPENROUTER_API_KEY: KEY, OPENROUTER_BASE_URL: server.url },
    }),
    id: 'openai/gpt-4o-mini',
    typedName: 'gpt-4o-mini',
    listed: undefined,
    request: {
      temperature: undefined,
      maxTokens: undefined,
      reasoningEffort: undefined,
      provider: undefined,
      isStructured: true,
    },
    timeoutMs,
    concurrency,
    remembered: undefined,
    effects: {
      random: () => 0.5,
      now: () => new Date(NOW.getTime() + passed),
      clock: {
        now: () => passed,
        timer(ms, callback) {
          const immediate = setImmediate(() => {
            pass(ms)
            callback()
          })
          return () => clearImmediate(immediate)
        },
      },
      sleep: async ms => pass(ms),
    },
  })
  return { waits, model, ask: (stop = never, abort = never) => model.ask(prompt, { repeat: 1, stop, abort }) }
}

async function serverWith(...answers: Answer[]): Promise<Loopback> {
  return startLoopback({ key: KEY, answer: perQuestion(...answers, () => undefined) })
}

describe('createChatModel', () => {
  it('sends the prompt and returns the whole reply with what was sent beside it', async () => {
    await using server = await startLoopback({ key: KEY })
    const reply = await modelAt(server).ask()
    assert.equal(reply.http?.status, 200)
    assert.equal(reply.attempts, 1)
    assert.match(JSON.parse(reply.body).choices[0].message.content, /"assessment"/)
    const sent = JSON.parse(reply.sent ?? '')
    assert.equal(sent.model, 'openai/gpt-4o-mini')
    assert.deepEqual(
      sent.messages,
      [
        { role: 'system', characters: 7 },
        { role: 'user', characters: 3 },
      ],
      'the text stands elsewhere',
    )
    assert.equal(server.questions[0]?.headers.authorization, `Bearer ${KEY}`)
  })

  const passing: [string, Answer, number][] = [
    ['429 without a hint', rateLimited(), 500],
    ['429 with Retry-After', rateLimited(7), 7000],
    ['429 with a reset in epoch milliseconds', rateLimitedUntil(NOW.getTime() + 3000), 3000],
    ['503 with Retry-After', unavailable(2), 2000],
    ['503 with the wait in its body', unavailableFor(4, 503), 4000],
    ['500', serverError(), 500],
    ['502 in HTML', badGateway(), 500],
    ['524', gatewayTimeout(), 500],
    ['an error inside a 200', errorInside(502), 500],
    ['a blank body', blankBody(), 500],
    ['a cut body', cutBody(), 500],
    ['a connection that is reset before the headers', resetBeforeHeaders(), 500],
    ['a connection that is reset in the body', resetInBody(), 500],
  ]
  for (const [what, fault, wait] of passing) {
    it(`tries again after ${what}, on a fresh connection`, async () => {
      await using server = await serverWith(fault)
      const model = modelAt(server)
      const reply = await model.ask()
      assert.deepEqual([reply.http?.status, reply.attempts], [200, 2])
      assert.equal(
        model.waits.reduce((sum, one) => sum + one, 0),
        wait,
      )
      const [first, second] = server.questions.map(({ connection }) => connection)
      assert.notEqual(first, second)
    })
  }

  it('lets all questions wait when the server asks one to', async () => {
    await using server = await startLoopback({ key: KEY, answer: sequence(rateLimited(30)) })
    const model = modelAt(server, 10_000, 1)
    await Promise.all([model.ask(), model.ask()])
    assert.deepEqual(
      server.questions.map(({ status }) => status),
      [429, 200, 200],
    )
    assert.ok(model.waits.reduce((sum, wait) => sum + wait, 0) >= 30_000)
  })

  it('does not wait for a server that wants an hour, and asks it nothing more', async () => {
    await using server = await startLoopback({ key: KEY, answer: () => rateLimited(3600) })
    await assert.rejects(modelAt(server).ask(), { stopsModel: true, message: /asks to be left alone for 60 minutes/ })
    assert.equal(server.questions.length, 1)
  })

  it('counts what earlier attempts have cost', async () => {
    const billed = changed({
      choice: { finish_reason: 'error', error: { code: 502, message: 'broke off' } },
      usage: { cost: 0.25 },
    })
    await using server = await serverWith(billed)
    const reply = await modelAt(server).ask()
    assert.deepEqual([reply.attempts, reply.earlierCost], [2, 0.25])
  })

  it('leaves replies alone when the key is a dummy', async () => {
    await using server = await startLoopback({ as: 'plain', key: 'bad' })
    const model = createChatModel({
      server: chooseServer({ baseUrl: server.url, apiKeyEnv: 'K', env: { K: 'bad' } }),
      id: 'llama3',
      typedName: 'llama3',
      listed: undefined,
      request: {
        temperature: undefined,
        maxTokens: undefined,
        reasoningEffort: undefined,
        provider: undefined,
        isStructured: true,
      },
      timeoutMs: 5000,
      concurrency: 1,
      remembered: undefined,
      effects: {
        random: Math.random,
        now: () => NOW,
        clock: { now: () => 0, timer: () => () => {} },
        sleep: async () => undefined,
      },
    })
    assert.match((await model.ask(prompt, { repeat: 1, stop: never, abort: never })).body, /bad/)
  })

  it('waits longer each time and gives up after six attempts with the last reply', async () => {
    await using server = await startLoopback({ key: KEY, answer: () => serverError() })
    const model = modelAt(server)
    const reply = await model.ask()
    assert.deepEqual([reply.http?.status, reply.attempts], [500, 6])
    assert.deepEqual(model.waits, [500, 1000, 2000, 4000, 8000])
  })

  for (const [what, fault, status] of [
    ['a refused key', unauthorized(), 401],
    ['missing credits', outOfCredits(), 402],
    ['a daily quota', dailyQuota(), 429],
    ['moderation', moderated(), 403],
    ['a prompt that is too long', contextLength(), 400],
  ] as const) {
    it(`does not try again after ${what}`, async () => {
      await using server = await serverWith(fault)
      const reply = await modelAt(server).ask()
      assert.deepEqual([reply.http?.status, reply.attempts], [status, 1])
    })
  }

  it('has one deadline over headers and body, and does not pay for a second try after it', async () => {
    for (const fault of [neverAnswers(), keepAlive(60_000)]) {
      await using server = await serverWith(fault)
      await assert.rejects(modelAt(server, 300).ask(), {
        name: 'CallFailure',
        message: 'no whole reply within 0.3 s (--timeout)',
        stopsModel: false,
      })
      assert.equal(server.questions.length, 1)
    }
  })

  it('reads a reply behind keep-alive blanks', async () => {
    await using server = await serverWith(keepAlive(300))
    assert.match((await modelAt(server).ask()).body, /^\s+\{/)
  })

  it('stops the model when nobody is there', async () => {
    const server = await startLoopback({ key: KEY })
    await server[Symbol.asyncDispose]()
    await assert.rejects(modelAt(server).ask(), {
      name: 'CallFailure',
      message: /cannot be reached: .*ECONNREFUSED.* \(tried 6 times\)/,
      stopsModel: true,
    })
  })

  it('waits for a server that was there a moment ago, for a minute and some attempts more', async () => {
    const server = await startLoopback({ key: KEY })
    const model = modelAt(server)
    await model.ask()
    await server[Symbol.asyncDispose]()
    await assert.rejects(model.ask(), { message: /cannot be reached: .*ECONNREFUSED/, stopsModel: true })
    const waited = model.waits.reduce((sum, wait) => sum + wait, 0)
    assert.ok(waited > 60_000 && waited < 120_000, `${waited} ms`)
  })

  it('does not begin another attempt once it was told to stop', async () => {
    const stop = new AbortController()
    const answer = () => {
      stop.abort()
      return serverError()
    }
    await using server = await startLoopback({ key: KEY, answer })
    await assert.rejects(modelAt(server).ask(stop.signal), { name: 'CallFailure', isGivenUp: true })
    assert.equal(server.questions.length, 1)
  })

  it('has one deadline over all attempts, so that no run waits for a call that breaks again and again', async () => {
    await using server = await startLoopback({ key: KEY, answer: () => keepAlive(150, serverError()) })
    const model = modelAt(server, 400)
    await assert.rejects(model.ask(), { name: 'CallFailure', message: 'no whole reply within 0.4 s (--timeout)' })
    assert.ok(server.questions.length <= 3, `${server.questions.length} attempts of 150 ms`)
  })

  it('does not give a question up after six refusals', async () => {
    await using server = await startLoopback({ key: KEY, answer: perQuestion(times(8, rateLimited()), 'yes') })
    const model = modelAt(server)
    assert.deepEqual([(await model.ask()).attempts, server.questions.length], [9, 9])
  })

  it('stops the model when every call is refused, again and again', async () => {
    await using server = await startLoopback({ key: KEY, answer: () => rateLimited(1) })
    await assert.rejects(modelAt(server).ask(), { stopsModel: true, message: /refuses every call \(429, 10 times/ })
    assert.equal(server.questions.length, 10)
  })

  it('asks whether there is money before it tries again', async () => {
    const billed = changed({
      choice: { finish_reason: 'error', error: { code: 502, message: 'broke off' } },
      usage: { cost: 0.25 },
    })
    await using server = await startLoopback({ key: KEY, answer: () => billed })
    const costs: (number | null)[] = []
    const mayTryAgain = async (cost: number | null) => {
      costs.push(cost)
      return costs.length < 3
    }
    const asked = modelAt(server).model.ask(prompt, { repeat: 1, stop: never, abort: never, mayTryAgain })
    await assert.rejects(asked, { name: 'CallFailure', message: /no money is left/ })
    assert.deepEqual([costs, server.questions.length], [[0.25, 0.25, 0.25], 3])
  })

  it('says that an attempt may have been billed when its reply was lost on the way, and not when it was an error', async () => {
    const lost = [resetBeforeHeaders(), resetInBody(), cutBody(), blankBody()]
    await using server = await serverWith(...lost, serverError(), rateLimited())
    const costs: (number | null)[] = []
    const mayTryAgain = async (cost: number | null) => costs.push(cost) > 0
    await modelAt(server).model.ask(prompt, { repeat: 1, stop: never, abort: never, mayTryAgain })
    assert.deepEqual(costs, [null, null, null, null, 0, 0])
  })

  it('tells what it has found out', async () => {
    await using server = await startLoopback({ key: KEY })
    const { model } = modelAt(server)
    await model.ask(prompt, { repeat: 1, stop: never, abort: never })
    assert.deepEqual(model.learned?.(), { limit: 16, level: null, rate: null })
  })

  it('gives up at once when it is told to', async () => {
    await using server = await startLoopback({ key: KEY, answer: neverAnswers() })
    const abort = new AbortController()
    const asked = modelAt(server).ask(never, abort.signal)
    setTimeout(() => abort.abort(), 50)
    await assert.rejects(asked, { name: 'CallFailure', isGivenUp: true })
  })

  it('takes the key out of what a server says, and keeps no header that could hold it', async () => {
    const echo = {
      fault: 'raw' as const,
      status: 401,
      headers: { 'x-echo': KEY, 'content-type': 'application/json' },
      body: `{"error":{"message":"Incorrect API key provided: ${KEY}"}}`,
    }
    await using server = await startLoopback({ answer: echo })
    const reply = await modelAt(server).ask()
    assert.equal(JSON.stringify(reply).includes(KEY), false)
    assert.match(reply.body, /Incorrect API key provided: \[key\]/)
  })

  it('takes the key out also where JSON has escaped some of it', async () => {
    const escaped = KEY.replace('-', '\\u002D').replace('-', '\\u002d').replace('secret', 's\\u0065cret')
    const body = `{"error":{"message":"Unknown caller ${escaped}, \\"${KEY}\\""}}`
    await using server = await startLoopback({ answer: { fault: 'raw', status: 400, headers: {}, body } })
    const reply = await modelAt(server).ask()
    assert.equal(JSON.parse(reply.body).error.message, 'Unknown caller [key], "[key]"')
  })
})
