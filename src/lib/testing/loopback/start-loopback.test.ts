import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { ask, QUESTION } from './ask.ts'
import { keepAlive, neverAnswers, slowDrip } from './broken-replies.ts'
import { rateLimited } from './faults.ts'
import { startLoopback } from './start-loopback.ts'

describe('startLoopback', { timeout: 20_000 }, () => {
  it('records each call as it came and what became of it', async () => {
    await using server = await startLoopback({ answer: rateLimited() })
    const before = performance.now()
    await ask(server.url, { headers: { authorization: 'Bearer secret', 'X-Title': 'bench' } })
    await ask(server.url, { body: 'no json' })
    await fetch(`${server.url}/models?limit=5`)
    const [first, second, third] = server.calls
    assert.ok(first && second && third)
    assert.deepEqual([first.method, first.path, first.status], ['POST', '/api/v1/chat/completions', 429])
    assert.deepEqual([first.headers.authorization, first.headers['x-title']], ['Bearer secret', 'bench'])
    assert.deepEqual([first.body, first.text], [QUESTION, JSON.stringify(QUESTION)])
    assert.ok(before <= first.startedAt && first.endedAt && first.startedAt <= first.endedAt)
    assert.deepEqual([second.body, second.text, second.status], [undefined, 'no json', 400])
    assert.deepEqual([third.method, third.path, third.isWhole], ['GET', '/api/v1/models', true])
    assert.deepEqual(server.questions, [first, second])
  })

  it('takes its time for an answer, none for an error', async () => {
    const answer = (_: unknown, nth: number) => (nth === 1 ? rateLimited() : 'yes')
    await using server = await startLoopback({ answer, latencyMs: (_request, nth) => (nth === 1 ? 5000 : 100) })
    const [error, reply] = [await ask(server.url), await ask(server.url)]
    assert.ok(error.endMs < 5000, String(error.endMs))
    assert.ok(reply.endMs >= 95, String(reply.endMs))
  })

  it('counts connections, so that a fresh one can be told from one used again', async () => {
    await using server = await startLoopback()
    const agent = new Agent({ keepAlive: true })
    await ask(server.url, { agent })
    await ask(server.url, { agent })
    await ask(server.url)
    assert.deepEqual(
      server.calls.map(call => call.connection),
      [1, 1, 2],
    )
    assert.equal(server.connections, 2)
    agent.destroy()
    while (server.openSockets > 0) await new Promise(setImmediate)
  })

  it('tells how many questions were in flight at once', async () => {
    await using server = await startLoopback({ latencyMs: 50 })
    await Promise.all(Array.from({ length: 7 }, () => ask(server.url)))
    await ask(server.url)
    assert.deepEqual([server.mostInFlight, server.inFlight], [7, 0])
  })

  it('answers many at once, each with what belongs to it', async () => {
    await using server = await startLoopback({ answer: request => request.text.trim(), latencyMs: 5 })
    const questions = Array.from({ length: 300 }, (_, n) => `question ${n}`)
    const answers = questions.map(async content => {
      const { text } = await ask(server.url, { body: { ...QUESTION, messages: [{ role: 'user', content }] } })
      return JSON.parse(text).choices[0].message.content
    })
    assert.deepEqual(await Promise.all(answers), questions)
  })

  it("shows an error of the test's own", async () => {
    const mistake = new Error('no such case')
    await using server = await startLoopback({ answer: () => Promise.reject(mistake) })
    assert.deepEqual([(await ask(server.url)).status, server.errors], [500, [mistake]])
  })

  it('leaves nothing open once disposed of, whatever hangs', async () => {
    const hanging = [neverAnswers(), keepAlive(60_000), slowDrip(1000), 'late']
    const server = await startLoopback({
      answer: (_, nth) => hanging[nth - 1],
      latencyMs: (_, nth) => (nth > 3 ? 60_000 : 0),
    })
    const agent = new Agent({ keepAlive: true })
    const asked = hanging.map(() => ask(server.url, { agent, patienceMs: 15_000 }))
    const silent = connect(Number(new URL(server.url).port), '127.0.0.1')
    const silentEnd = once(silent, 'close')
    while (server.calls.length < 4 || server.openSockets < 5) await new Promise(setImmediate)
    const before = performance.now()
    await server[Symbol.asyncDispose]()
    const codes = (await Promise.all(asked)).map(heard => heard.broken)
    await silentEnd
    assert.ok(performance.now() - before < 2000)
    assert.deepEqual([server.openSockets, server.inFlight, server.errors], [0, 0, []])
    assert.ok(
      codes.every(code => code === 'ECONNRESET'),
      String(codes),
    )
    assert.equal((await ask(server.url)).broken, 'ECONNREFUSED')
    await server[Symbol.asyncDispose]()
    agent.destroy()
  })

  it('keeps no process alive by timers of calls that were given up', async () => {
    const timers = () => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length
    const before = timers()
    const server = await startLoopback({ latencyMs: 60_000 })
    const asked = ask(server.url, { patienceMs: 50 })
    assert.equal((await asked).broken, 'ABORT_ERR')
    while (server.inFlight > 0) await new Promise(setImmediate)
    await server[Symbol.asyncDispose]()
    assert.ok(timers() <= before, `${timers()} timers, ${before} before`)
  })
})
