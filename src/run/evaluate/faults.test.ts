import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Model, Prices } from '../../domain.ts'
import { seededRandom } from '../../lib/statistics/seeded-random.ts'
import { type Answer, type AnswerFunction, perQuestion, times } from '../../lib/testing/loopback/answer.ts'
import {
  blankBody,
  changed,
  choiceError,
  cutBody,
  errorInside,
  keepAlive,
  neverAnswers,
  resetBeforeHeaders,
  resetInBody,
  slowDrip,
} from '../../lib/testing/loopback/broken-replies.ts'
import {
  badGateway,
  gatewayTimeout,
  rateLimited,
  rateLimitedUpstream,
  raw,
  serverError,
  unavailable,
} from '../../lib/testing/loopback/faults.ts'
import type { LoopbackOptions } from '../../lib/testing/loopback/respond.ts'
import { type Loopback, startLoopback } from '../../lib/testing/loopback/start-loopback.ts'
import { SAMPLE_CORPUS } from '../../lib/testing/sample-corpus.ts'
import { type TemporaryFolder, temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { createChatModel } from '../../model/chat-model.ts'
import { chooseServer } from '../../model/server.ts'
import { loadCorpus } from '../corpus/load-corpus.ts'
import { evaluate } from './evaluate.ts'
import type { EvaluateOptions } from './evaluation.ts'

const MODEL = 'openai/gpt-4o-mini'
const never = new AbortController().signal
const start = (options: LoopbackOptions) => startLoopback({ key: 'k', ...options })

/** The real model; only the pauses between its attempts are a hundred times shorter. */
function modelAt(
  server: Loopback,
  { timeoutMs = 30_000, concurrency = 8, prices = undefined as Prices | undefined } = {},
): Model {
  const env = { OPENROUTER_API_KEY: 'k', OPENROUTER_BASE_URL: server.url }
  const options = { temperature: undefined, maxTokens: undefined, reasoningEffort: undefined, provider: undefined }
  const model = createChatModel({
    server: chooseServer({ baseUrl: undefined, apiKeyEnv: undefined, env }),
    id: MODEL,
    typedName: MODEL,
    listed: undefined,
    request: { ...options, isStructured: true },
    timeoutMs,
    concurrency,
    remembered: undefined,
    effects: {
      random: Math.random,
      now: () => new Date(),
      clock: {
        now: () => performance.now(),
        timer: (ms, callback) => {
          const timer = setTimeout(callback, ms)
          return () => clearTimeout(timer)
        },
      },
      sleep: ms => sleep(ms / 100),
    },
  })
  return { ...model, prices }
}

function workplace(): TemporaryFolder {
  const folder = temporaryFolder()
  folder.write(Object.fromEntries(Object.entries(SAMPLE_CORPUS).map(([name, text]) => [`tests/${name}`, text])))
  return folder
}

function run(folder: TemporaryFolder, model: Model, more: Partial<EvaluateOptions> = {}) {
  const { corpus } = loadCorpus(join(folder.path, 'tests'), { skipInvalid: false })
  return evaluate({
    ...{ corpus, cases: corpus.cases, evaluationPrompts: [{ name: 'default', text: 'Decide. Answer in JSON.' }] },
    ...{ repeats: 10, models: [model], db: join(folder.path, 'results.db'), force: false, isWarming: true },
    ...{ paceMemory: undefined, maxCost: undefined, stop: never, abort: never, now: () => new Date() },
    onEvent: () => {},
    ...more,
  })
}

function rows(folder: TemporaryFolder, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(folder.path, 'results.db'))
  const found = database.prepare(sql).all()
  database.close()
  return found.map(row => ({ ...row }))
}

// Everything that servers are known to do, each with the same chance.
const FAULTS: Answer[] = [
  rateLimited(),
  rateLimited('0.05'),
  rateLimitedUpstream(),
  serverError(),
  badGateway(),
  unavailable(),
  gatewayTimeout(),
  resetBeforeHeaders(),
  resetInBody(),
  blankBody(),
  cutBody(),
  errorInside(502),
  errorInside('server_error'),
  choiceError(),
  keepAlive(60),
  keepAlive(20, serverError()),
  slowDrip(0),
  neverAnswers(),
]

/** So large a share of the calls meets a fault; the same ones whenever it runs. */
function faulty(share: number): AnswerFunction {
  const random = seededRandom('faults')
  return () => (random() < share ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined)
}

describe('a server that fails in every way', { timeout: 120_000 }, () => {
  it('at 30 % faults every case ends answered, or failed with its reason, and only answers are scored', async () => {
    using folder = workplace()
    await using server = await start({ answer: faulty(0.3) })
    const outcome = await run(folder, modelAt(server, { timeoutMs: 1500 }))
    assert.equal(outcome.answered + outcome.failed, 60)
    assert.equal(outcome.notAsked, 0)
    // What never answers fails at its deadline and is not paid for again; the others get through.
    for (const { reason } of outcome.failures) assert.match(reason, /no whole reply within 1\.5 s/)
    assert.ok(outcome.answered >= 50, `${outcome.answered} answered`)
    const stored = rows(folder, 'SELECT actual_result, key FROM evaluations')
    assert.equal(stored.length, outcome.answered)
    assert.deepEqual(
      new Set(stored.map(row => row.actual_result)),
      new Set(['bad']),
      'the words of the server, each time',
    )
    assert.equal(new Set(stored.map(row => row.key)).size, stored.length)
    assert.equal(outcome.summary.evaluations, outcome.answered)
    assert.equal(rows(folder, 'SELECT * FROM failures').length, outcome.failed)
    assert.deepEqual(rows(folder, 'SELECT * FROM in_flight'), [])

    const again = await run(folder, modelAt(server, { timeoutMs: 1500 }))
    assert.equal(again.wanted, 60)
    assert.equal(again.answered + again.failed, outcome.failed, 'only what is missing is asked')
  })

  it('does not take a server that has answered for a wrong address', async () => {
    using folder = workplace()
    const foreign = [raw(200, {}, 'null'), raw(200, {}, 'hello'), raw(404, {}, '<title>Not here</title>')]
    await using server = await start({ answer: (_request, nth) => (nth > 10 ? foreign[nth % 10] : undefined) })
    const { answered, failed, notAsked, failures } = await run(folder, modelAt(server))
    assert.deepEqual([answered, failed, notAsked], [45, 15, 0])
    for (const { reason } of failures) assert.match(reason, /is the base URL right/)
    using other = workplace()
    await using website = await start({ answer: raw(200, {}, '<title>A website</title>') })
    assert.ok((await run(other, modelAt(website))).notAsked > 0, 'a wrong address is asked no more')
  })

  it('a limit of the rate loses nothing', async () => {
    using folder = workplace()
    await using server = await start({ rateLimit: { perSecond: 40, burst: 5 } })
    const { answered, failed } = await run(folder, modelAt(server, { concurrency: 64 }))
    assert.deepEqual([answered, failed], [60, 0])
    const refused = server.questions.filter(({ status }) => status === 429).length
    assert.equal(server.questions.length, 60 + refused, 'nothing is asked twice but what was refused')
  })

  it('stops when the credits run out half way, and goes on from there', async () => {
    using folder = workplace()
    await using server = await start({ credits: 0.3, answer: changed({ usage: { cost: 0.01 } }) })
    const outcome = await run(folder, modelAt(server, { concurrency: 4 }))
    assert.ok(outcome.answered >= 30 && outcome.answered < 34, `${outcome.answered} answered`)
    assert.match(outcome.failures[0]?.reason ?? '', /credits/)
    assert.ok(server.questions.length <= outcome.answered + 4)
    await using rich = await start({})
    // The host has another port now, so it is another contestant: what counts is that the rest is asked.
    assert.equal((await run(folder, modelAt(rich))).answered, 60)
  })

  it('passes --max-cost by no more than what is in flight, attempts that failed included', async () => {
    using folder = workplace()
    const prices = { prompt: 1e-6, completion: 1e-6, cachedPrompt: null, request: 0 }
    const broken = changed({
      choice: { finish_reason: 'error', error: { code: 502, message: 'broke off' } },
      usage: { cost: 0.02 },
    })
    const random = seededRandom('costs')
    const cost = () => 0.005 + random() * 0.03
    const answer: AnswerFunction = ({ attempt }) => (attempt < 3 ? broken : changed({ usage: { cost: cost() } }))
    await using server = await start({ answer, latencyMs: 20 })
    const { spent } = await run(folder, modelAt(server, { concurrency: 4, prices }), { maxCost: 0.5 })
    const billed = server.questions.length
    assert.ok(spent > 0.4, `${spent} spent`)
    assert.ok(spent <= 0.5 + 4 * 0.035, `${spent} spent in ${billed} calls`)
    const [{ stored } = {}] = rows(folder, 'SELECT sum(cost) AS stored FROM evaluations')
    assert.ok(Number(stored) <= spent + 1e-9, 'what answers have cost is part of it')
  })

  it('ends when attempts that broke off have spent the money, and leaves nothing claimed', {
    timeout: 20_000,
  }, async () => {
    using folder = workplace()
    const prices = { prompt: 0, completion: 0.01 / 600, cachedPrompt: null, request: 0 }
    const error = { code: 502, message: 'broke off' }
    const broken = changed({ choice: { finish_reason: 'error', error }, usage: { cost: 0.01 } })
    await using server = await start({ answer: perQuestion(times(3, broken), changed({ usage: { cost: 0.01 } })) })
    for (const concurrency of [1, 4]) {
      const { notAsked } = await run(folder, modelAt(server, { concurrency, prices }), { maxCost: 0.1 })
      assert.ok(notAsked > 0, 'the money was not enough for all')
    }
    assert.deepEqual(rows(folder, 'SELECT * FROM in_flight'), [])
  })

  it('keeps --max-cost when replies that were paid for are lost on the way', async () => {
    using folder = workplace()
    // What a call is estimated to take: 600 tokens, and the short prompt.
    const prices = { prompt: 0, completion: 0.01 / 600, cachedPrompt: null, request: 0 }
    const random = seededRandom('lost')
    const lost = [resetInBody(), cutBody(), blankBody()]
    const answer: AnswerFunction = () =>
      random() < 0.7 ? lost[Math.floor(random() * 3)] : changed({ usage: { cost: 0.01 } })
    await using server = await start({ answer })
    const { spent } = await run(folder, modelAt(server, { concurrency: 4, prices }), { maxCost: 0.5 })
    const billed = server.questions.length * 0.01
    assert.ok(billed > 0.4 && billed <= 0.5 + 4 * 0.01, `${billed} billed`)
    assert.ok(Math.abs(spent - billed) < 1e-9, `${spent} counted, ${billed} billed`)
  })

  it('reckons with the price list when the reply does not say what it cost', async () => {
    using folder = workplace()
    const prices = { prompt: 0.001, completion: 0.002, cachedPrompt: null, request: 0 }
    const usage = { prompt_tokens: 100, completion_tokens: 10, cost: null }
    await using server = await start({ answer: changed({ usage }) })
    const { spent } = await run(folder, modelAt(server, { prices }), { repeats: 1 })
    assert.ok(Math.abs(spent - 6 * 0.12) < 1e-9, `${spent} spent`)
  })
})
