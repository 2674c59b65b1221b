import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readEnvelope } from './read-envelope.ts'

const NOW = new Date('2026-08-01T12:00:00Z')
const DAY = 86_400_000

function wait(headers: Record<string, string>, error: unknown = { message: 'slow' }): number | null {
  const envelope = readEnvelope(JSON.stringify({ error }), { status: 429, headers }, NOW)
  return envelope.kind === 'trouble' ? envelope.retryAfterMs : null
}

describe('readRetryAfter', () => {
  const headers: Record<string, [name: string, value: string, expected: number | null]> = {
    seconds: ['retry-after', '7', 7000],
    'a part of a second': ['retry-after', ' 0.25 ', 250],
    milliseconds: ['retry-after-ms', '1500', 1500],
    'a date': ['retry-after', 'Sat, 01 Aug 2026 12:00:30 GMT', 30_000],
    'a date that has passed': ['retry-after', 'Sat, 01 Aug 2026 11:00:00 GMT', 0],
    'a header sent twice': ['retry-after', '7, 7', 7000],
    'more than a day': ['retry-after', '9'.repeat(400), DAY],
    'less than nothing': ['retry-after', '-5', null],
    'something else': ['retry-after', 'soon', null],
    'not a number': ['retry-after', 'NaN', null],
    'an empty value': ['retry-after', '', null],
    'a reset in epoch milliseconds': ['x-ratelimit-reset', String(NOW.getTime() + 42_000), 42_000],
    'a reset in epoch seconds': ['x-ratelimit-reset', String(NOW.getTime() / 1000 + 42), 42_000],
    'a reset that has passed': ['x-ratelimit-reset', String(NOW.getTime() - 42_000), 0],
    'a reset in seconds from now': ['x-ratelimit-reset', '3', 3000],
  }
  for (const [title, [name, value, expected]] of Object.entries(headers)) {
    it(`in a header: ${title}`, () => assert.equal(wait({ [name]: value }), expected))
  }

  const errors: Record<string, [error: unknown, expected: number | null]> = {
    'availability.retry_after': [{ message: 'x', availability: { retry_after: 12 } }, 12_000],
    'metadata.retry_after_seconds': [{ metadata: { retry_after_seconds: '3.5' } }, 3500],
    'metadata.retry_after_ms': [{ metadata: { retry_after_ms: 800 } }, 800],
    'metadata.headers': [{ metadata: { headers: { 'X-RateLimit-Reset': String(NOW.getTime() + 5000) } } }, 5000],
    'metadata.headers, another': [{ metadata: { headers: { 'Retry-After': '4' } } }, 4000],
    "Gemini's details": [{ details: [{ '@type': 'RetryInfo', retryDelay: '34s' }] }, 34_000],
    'a sentence': [{ message: 'Rate limit reached. Please try again in 1m2.5s. Visit …' }, 62_500],
    'a sentence with milliseconds': [{ message: 'Please try again in 120ms.' }, 120],
    'a sentence without a number': [{ message: 'Please retry in a moment.' }, null],
    'within JSON within JSON': [{ metadata: { raw: '{"error":{"retry_after":9}}' } }, 9000],
    'a negative number': [{ availability: { retry_after: -3 } }, null],
    'a wrong type': [{ availability: { retry_after: [3, {}] } }, 3000],
  }
  for (const [title, [error, expected]] of Object.entries(errors)) {
    it(`in the body: ${title}`, () => assert.equal(wait({}, error), expected))
  }

  it('takes the header before the body', () => {
    assert.equal(wait({ 'retry-after': '1' }, { availability: { retry_after: 5 } }), 1000)
  })
  it('takes what the body says before a reset that may be hours away', () => {
    assert.equal(wait({ 'x-ratelimit-reset': String(NOW.getTime() + DAY) }, { retry_after: 5 }), 5000)
  })
})
