// Errors that a server answers with, each as data, in the words of OpenRouter. What goes wrong inside a 200 or on the
// wire is in `broken-replies.ts`.

import type { HttpFault } from './answer.ts'

const html = '<html><head><title>502 Bad Gateway</title></head><body>cloudflare</body></html>'

/** Any status with OpenRouter's `{error: {code, message, metadata}}`. */
export function httpError(
  status: number,
  message: string,
  more: { metadata?: Record<string, unknown>; headers?: Record<string, string> } = {},
): HttpFault {
  return { fault: 'error', status, message, ...more }
}

/** Exactly these bytes. */
export function raw(status: number, headers: Record<string, string>, body: string): HttpFault {
  return { fault: 'raw', status, headers, body }
}

/** 429; with seconds, or an HTTP date, in `Retry-After` if given. */
export function rateLimited(retryAfter?: number | string): HttpFault {
  return httpError(429, 'Rate limit exceeded', {
    metadata: { error_type: 'rate_limit_exceeded' },
    ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }),
  })
}

/** OpenRouter's own 429: when it ends is said in epoch milliseconds, in the headers and again in the body. */
export function rateLimitedUntil(epochMs: number): HttpFault {
  const headers = {
    'X-RateLimit-Limit': '20',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': String(Math.round(epochMs)),
  }
  return httpError(429, 'Rate limit exceeded: free-models-per-min. ', { headers, metadata: { headers } })
}

/** The 429 of a host behind OpenRouter; the words that help are in `metadata.raw`. */
export function rateLimitedUpstream(): HttpFault {
  const text = 'The model is temporarily rate-limited upstream. Please retry shortly.'
  return providerError(429, text, { limit_source: 'upstream_provider_shared_pool' })
}

/** The newer shape: no `code`, and the wait, in seconds, only in the body. */
export function unavailableFor(seconds: number, status: 429 | 503 = 503): HttpFault {
  const availability = { code: 'provider_rate_limited', retryable: true, retry_after: seconds }
  const error = {
    message: 'All providers are busy',
    error_type: 'provider_unavailable',
    http_status: status,
    availability,
  }
  return raw(status, { 'Content-Type': 'application/json' }, JSON.stringify({ error }))
}

/** 429 until the next day: asking again is useless. */
export function dailyQuota(epochMs: number = Date.now() + 3_600_000): HttpFault {
  const headers = { 'X-RateLimit-Limit': '50', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': String(epochMs) }
  const message = 'Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 free model requests per day'
  return httpError(429, message, { headers, metadata: { headers, limit_source: 'openrouter_free_tier_daily' } })
}

/** A status whose message says only "Provider returned error"; the host's own words are in `metadata.raw`. */
export function providerError(status: number, text: string, more: Record<string, unknown> = {}): HttpFault {
  return httpError(status, 'Provider returned error', { metadata: { raw: text, provider_name: 'DeepInfra', ...more } })
}

/** 500, its cause masked. */
export const serverError = () => httpError(500, 'Internal Server Error', { metadata: { error_type: 'server' } })

/** 502 as Cloudflare sends it: a page, not JSON. */
export const badGateway = () => raw(502, { 'Content-Type': 'text/html' }, html)

/** 503; with seconds in `Retry-After` if given. */
export const unavailable = (retryAfter?: number) =>
  httpError(503, 'There is no available model provider that meets your routing requirements', {
    ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }),
  })

/** 524, Cloudflare's own time-out, in plain text. */
export const gatewayTimeout = () => raw(524, { 'Content-Type': 'text/plain' }, 'error code: 524')

/** 408. */
export const requestTimeout = () => httpError(408, 'Operation timed out. Please try again later.')

/** 401, whatever key was sent. */
export const unauthorized = () => httpError(401, 'User not found.')

/** 402: the account is empty. */
export const outOfCredits = () =>
  httpError(
    402,
    'This request requires more credits, or fewer max_tokens. You requested up to 16384 tokens, but can only afford 339.',
    { metadata: { provider_name: null } },
  )

/** 403: the input was flagged; it concerns this question only. */
export const moderated = () =>
  httpError(403, 'Input was flagged', {
    metadata: {
      reasons: ['violence'],
      flagged_input: 'DROP TABLE ... exec',
      provider_name: 'OpenAI',
      model_slug: 'openai/gpt-4o',
    },
  })

/** 403: the spending cap of this key is reached. */
export const keyLimit = () =>
  httpError(403, 'Key limit exceeded (total limit). Manage it using https://openrouter.ai/settings/keys')

/** 404: no host can do what was asked. */
export const noEndpoints = () =>
  httpError(
    404,
    'No endpoints found that can handle the requested parameters. To learn more about provider routing, visit: https://openrouter.ai/docs/guides/routing/provider-selection',
  )

/** 400: the prompt is too long for the model. */
export const contextLength = (limit = 8192, asked = 9100) =>
  httpError(
    400,
    `This endpoint's maximum context length is ${limit} tokens. However, you requested about ${asked} tokens.`,
    { metadata: { error_type: 'context_length_exceeded' } },
  )

/** 400: the host's filter took offence at the prompt. */
export const contentPolicy = () =>
  httpError(400, 'Blocked by content filter', { metadata: { error_type: 'content_policy_violation' } })

/** 413. */
export const tooLarge = () => httpError(413, 'Request payload too large')
