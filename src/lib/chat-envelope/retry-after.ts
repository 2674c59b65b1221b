// How long a server asks to be left alone. It may say so in headers, in the body, or in a sentence.
import type { HttpFacts } from '../../domain.ts'
import { at } from './fields.ts'
import type { ErrorFacts } from './read-error.ts'

// The longest that makes sense: a daily quota.
const LONGEST_WAIT = 24 * 60 * 60 * 1000

// Above these a number is a point in time, not a delay.
const EPOCH_SECONDS = 1e9
const EPOCH_MILLISECONDS = 1e12

/** Milliseconds from `now` on, never negative, a day at most; `null` when the server does not say. */
export function readRetryAfter(http: HttpFacts, facts: ErrorFacts, now: Date): number | null {
  const headers = ['retry-after-ms', 'retry-after'].map(name => waitOf(plain(name), at(http.headers, name), now))
  const body = facts.waits.map(([key, value]) => waitOf(key, value, now))
  const reset = waitOf('xratelimitreset', at(http.headers, 'x-ratelimit-reset'), now)
  const [wait] = [...headers, ...body, ...facts.words.map(waitInWords), reset].filter(found => found !== null)
  return wait === undefined ? null : Math.round(Math.min(Math.max(wait, 0), LONGEST_WAIT))
}

function plain(name: string): string {
  return name.replaceAll('-', '')
}

function waitOf(key: string, value: unknown, now: Date): number | null {
  if (typeof value === 'number') return waitOfNumber(key, value, now)
  if (typeof value !== 'string') return null
  const text = value.slice(0, 100).trim()
  // A header that was sent twice arrives as `7, 7`.
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(ms|s)?\s*(?:,|$)/.exec(text) ?? []
  if (number !== undefined) return waitOfNumber(unit === 'ms' ? 'ms' : key, Number(number), now)
  // Date.parse takes almost anything, so the form is checked: `Wed, 21 Oct 2026 07:28:00 GMT`, or ISO 8601.
  if (!/^(?:[A-Z][a-z]{2,8}, |\d{4}-\d\d-\d\dT)/.test(text)) return null
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time - now.getTime()
}

function waitOfNumber(key: string, value: number, now: Date): number | null {
  if (!(value >= 0)) return null
  if (value >= EPOCH_MILLISECONDS && !key.endsWith('ms')) return value - now.getTime()
  if (value >= EPOCH_SECONDS && !key.endsWith('ms')) return value * 1000 - now.getTime()
  return key.endsWith('ms') ? value : value * 1000
}

/** `Please try again in 6m0.5s.`, as OpenAI, Groq and Gemini write it. */
function waitInWords(words: string): number | null {
  const pattern =
    /\b(?:try again|retry)\s(?:in|after)\s(?:(\d{1,3})h)?(?:(\d{1,5})m(?!s))?(?:(\d{1,6}(?:\.\d{1,9})?)\s?(ms|s))?/i
  const [, hours, minutes, seconds, unit] = pattern.exec(words) ?? []
  if (hours === undefined && minutes === undefined && seconds === undefined) return null
  const last = Number(seconds ?? 0) * (unit?.toLowerCase() === 'ms' ? 1 : 1000)
  return (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000 + last
}
