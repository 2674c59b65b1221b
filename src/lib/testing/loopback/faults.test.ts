import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Answer } from './answer.ts'
import { ask } from './ask.ts'
import * as faults from './faults.ts'
import { startLoopback } from './start-loopback.ts'

async function hear(answer: Answer) {
  await using server = await startLoopback({ answer })
  return await ask(server.url)
}

const statuses: [string, Answer, number, RegExp][] = [
  ['429', faults.rateLimited(), 429, /"code":429.*rate_limit_exceeded/],
  ['429 of a host', faults.rateLimitedUpstream(), 429, /Provider returned error.*temporarily rate-limited upstream/],
  ['daily quota', faults.dailyQuota(), 429, /free-models-per-day/],
  ['500', faults.serverError(), 500, /"Internal Server Error","code":500/],
  ['503', faults.unavailable(), 503, /no available model provider/],
  ['408', faults.requestTimeout(), 408, /timed out/],
  ['401', faults.unauthorized(), 401, /User not found/],
  ['402', faults.outOfCredits(), 402, /more credits.*can only afford 339/],
  ['403 moderation', faults.moderated(), 403, /flagged.*"reasons":\["violence"\]/],
  ['403 key limit', faults.keyLimit(), 403, /Key limit exceeded/],
  ['404', faults.noEndpoints(), 404, /No endpoints found/],
  ['400 context length', faults.contextLength(), 400, /context_length_exceeded/],
  ['400 content policy', faults.contentPolicy(), 400, /content_policy_violation/],
  ['413', faults.tooLarge(), 413, /too large/],
  ['any other', faults.httpError(422, 'Invalid argument'), 422, /"Invalid argument","code":422/],
  ['what a host says', faults.providerError(400, 'no such parameter'), 400, /"raw":"no such parameter"/],
]

describe('errors that the server answers with', { timeout: 20_000 }, () => {
  for (const [name, fault, status, words] of statuses) {
    it(`${name}: status ${status}, and the reason as JSON`, async () => {
      const heard = await hear(fault)
      assert.deepEqual([heard.status, heard.headers['content-type']], [status, 'application/json'])
      assert.match(heard.text, words)
      assert.equal(typeof JSON.parse(heard.text).error.message, 'string')
    })
  }

  it('says in Retry-After how long to wait, only if told to', async () => {
    const wait = async (answer: Answer) => (await hear(answer)).headers['retry-after']
    assert.equal(await wait(faults.rateLimited(7)), '7')
    assert.equal(await wait(faults.rateLimited('Wed, 21 Oct 2026 07:28:00 GMT')), 'Wed, 21 Oct 2026 07:28:00 GMT')
    assert.equal(await wait(faults.rateLimited()), undefined)
    assert.equal(await wait(faults.unavailable(3)), '3')
  })

  it('says when the limit ends in epoch milliseconds, in the headers and in the body', async () => {
    const { headers, text } = await hear(faults.rateLimitedUntil(1_790_000_000_123.4))
    assert.equal(headers['x-ratelimit-reset'], '1790000000123')
    assert.equal(JSON.parse(text).error.metadata.headers['X-RateLimit-Reset'], '1790000000123')
  })

  it('knows the newer shape without a code, its wait in the body', async () => {
    const { status, text, headers } = await hear(faults.unavailableFor(2))
    const { error } = JSON.parse(text)
    assert.deepEqual([status, error.code, error.http_status, error.availability.retry_after], [503, undefined, 503, 2])
    assert.equal(headers['retry-after'], undefined)
  })

  it('502 is a page and 524 a line of text', async () => {
    const [page, line] = [await hear(faults.badGateway()), await hear(faults.gatewayTimeout())]
    assert.deepEqual([page.status, page.headers['content-type'], page.text.slice(0, 6)], [502, 'text/html', '<html>'])
    assert.deepEqual([line.status, line.headers['content-type'], line.text], [524, 'text/plain', 'error code: 524'])
  })

  it('sends exactly the bytes that were asked for', async () => {
    const { status, headers, text } = await hear(faults.raw(299, { 'X-Odd': 'yes' }, 'grüße'))
    assert.deepEqual([status, headers['x-odd'], text], [299, 'yes', 'grüße'])
  })
})
