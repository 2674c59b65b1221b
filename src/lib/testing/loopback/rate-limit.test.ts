import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ask, QUESTION } from './ask.ts'
import { changed } from './broken-replies.ts'
import { createRateLimiter } from './rate-limit.ts'
import { startLoopback } from './start-loopback.ts'

describe('createRateLimiter', () => {
  it('lets a burst through, and then as many as time fills in', () => {
    const limiter = createRateLimiter({ perSecond: 10, burst: 3, retryAfter: 1 })
    const passes = (now: number) => limiter(now) === undefined
    assert.deepEqual([0, 0, 0, 0].map(passes), [true, true, true, false])
    assert.deepEqual([99, 101, 102].map(passes), [false, true, false])
    assert.deepEqual([9000, 9000, 9000, 9000].map(passes), [true, true, true, false], 'never more than the burst')
  })
})

describe('a loopback server with limits', { timeout: 20_000 }, () => {
  it('refuses what is too much, and says when to come back if it is told to', async () => {
    await using server = await startLoopback({ rateLimit: { perSecond: 0.001, burst: 1, retryAfter: 9 } })
    assert.equal((await ask(server.url)).status, 200)
    const { status, headers } = await ask(server.url)
    assert.deepEqual([status, headers['retry-after']], [429, '9'])
  })

  it('runs out of credits half way', async () => {
    await using server = await startLoopback({ credits: 0.1, answer: changed({ usage: { cost: 0.05 } }) })
    const statuses: unknown[] = []
    for (let nth = 0; nth < 4; nth++) statuses.push((await ask(server.url, { body: QUESTION })).status)
    assert.deepEqual(statuses, [200, 200, 402, 402])
  })
})
