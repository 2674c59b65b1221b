// Which reply a request gets: the paths, the key, the checks, and then what the test wants to be said.

import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, AnswerFunction, ChatRequest, HttpFault, Times } from './answer.ts'
import { isFault, toAnswerFunction } from './answer.ts'
import { checkPlainRequest } from './check-plain-request.ts'
import { checkRequest } from './check-request.ts'
import { composeError, composeJson, composeReply, type Flavour, type Prepared } from './compose-reply.ts'
import { httpError, outOfCredits, raw } from './faults.ts'
import { createPromptCache } from './prompt-cache.ts'
import { createRateLimiter, type RateLimit } from './rate-limit.ts'
import { SAMPLE_LOCAL_MODELS, SAMPLE_MODELS, type SampleModel } from './sample-models.ts'

export interface LoopbackOptions {
  /** 'openrouter' by default; 'plain' is a local server such as Ollama: bare names, no cost, no provider. */
  as?: Flavour
  /** The only key that is let in; anybody is if there is none. OpenRouter's model list is open to all. */
  key?: string
  models?: readonly SampleModel[]
  /** What the models say; by default the usual answer. */
  answer?: Answer | Times | AnswerFunction
  /** The model list is this error instead: `times(1, unavailable())` fails its first reading only. */
  modelsError?: HttpFault | Times<HttpFault>
  /** Laid over what `GET /key` tells: `{ limit: 5, limit_remaining: 0.2 }`. */
  keyFacts?: Record<string, unknown>
  /** More calls a second, after a first burst, are answered with 429. */
  rateLimit?: RateLimit
  /** USD; once they are spent, every question is answered with 402. */
  credits?: number
  /** How long an answer takes; errors with a status of their own come at once. */
  latencyMs?: number | ((request: ChatRequest, nth: number) => number)
}

/** A request as it came in. */
export interface Incoming {
  method: string
  /** Without the query. */
  path: string
  headers: IncomingHttpHeaders
  text: string
}

type Respond = (incoming: Incoming, signal: AbortSignal) => Promise<Prepared>

/** The path under which the API is. */
export const basePath = (as: Flavour = 'openrouter') => (as === 'openrouter' ? '/api/v1' : '/v1')

export function createResponder(options: LoopbackOptions): Respond {
  const { as = 'openrouter', key } = options
  const models = options.models ?? (as === 'openrouter' ? SAMPLE_MODELS : SAMPLE_LOCAL_MODELS)
  const base = basePath(as)
  const chat = createChat(options, as, models)
  let listReadings = 0

  return async (incoming, signal) => {
    const route = `${incoming.method} ${incoming.path}`
    if (route === `GET ${base}/models` && as === 'openrouter') return list()
    const stranger = key === undefined ? undefined : checkKey(incoming.headers.authorization, key)
    if (stranger) return composeError(stranger, as)
    if (route === `GET ${base}/models`) return list()
    if (route === `GET ${base}/key` && as === 'openrouter') return composeJson({ data: describeKey(options.keyFacts) })
    if (route === `POST ${base}/chat/completions`) return await chat(incoming, signal)
    return composeError(nothingHere(as), as)
  }

  function list(): Prepared {
    listReadings++
    const { modelsError } = options
    if (modelsError && 'fault' in modelsError) return composeError(modelsError, as)
    if (modelsError && listReadings <= modelsError.times) return composeError(modelsError.answer, as)
    if (as === 'openrouter') return composeJson({ data: models })
    const data = models.map(({ id, created }) => ({ id, object: 'model', created, owned_by: 'library' }))
    return composeJson({ object: 'list', data })
  }
}

function createChat(options: LoopbackOptions, as: Flavour, models: readonly SampleModel[]): Respond {
  const answerTo = toAnswerFunction(options.answer)
  const cache = createPromptCache()
  const attempts = new Map<string, number>()
  const limiter = options.rateLimit && createRateLimiter(options.rateLimit)
  const isBroke = () => options.credits !== undefined && spent >= options.credits
  let questions = 0
  let spent = 0

  return async ({ text, headers }, signal) => {
    const checked = as === 'openrouter' ? checkRequest(text, models) : checkPlainRequest(text, models)
    if ('fault' in checked) return composeError(checked, as)
    const { body, model, prompt } = checked
    const nth = ++questions
    const digest = hash('sha1', text)
    const attempt = (attempts.get(digest) ?? 0) + 1
    attempts.set(digest, attempt)
    if (isBroke()) return composeError(outOfCredits(), as)
    const refusal = limiter?.(performance.now())
    if (refusal) return composeError(refusal, as)
    const request: ChatRequest = { model: String(body.model), text: prompt.text, body, headers, attempt }

    const cachedChars = cache.cachedChars(model.id, prompt)
    const answer = await answerTo(request, nth)
    const facts = { ...checked, flavour: as, nth, cachedChars }
    if (answer !== undefined && isFault(answer) && (answer.fault === 'error' || answer.fault === 'raw'))
      return composeReply(answer, facts)
    const { latencyMs = 0 } = options
    const wait = typeof latencyMs === 'function' ? latencyMs(request, nth) : latencyMs
    if (wait > 0) await sleep(wait, undefined, { signal })
    cache.remember(model.id, prompt)
    const reply = composeReply(answer, facts)
    spent += reply.cost ?? 0
    return reply
  }
}

function checkKey(authorization: string | undefined, key: string): HttpFault | undefined {
  if (authorization === undefined) return httpError(401, 'No auth credentials found')
  return authorization === `Bearer ${key}` ? undefined : httpError(401, 'User not found.')
}

function describeKey(facts: Record<string, unknown> = {}) {
  const usage = { usage: 0, usage_daily: 0, usage_weekly: 0, usage_monthly: 0 }
  return {
    label: 'sk-or-v1-loo...ack',
    limit: null,
    limit_remaining: null,
    limit_reset: null,
    include_byok_in_limit: false,
    ...usage,
    ...Object.fromEntries(Object.entries(usage).map(([name, value]) => [`byok_${name}`, value])),
    is_free_tier: false,
    is_management_key: false,
    expires_at: null,
    rate_limit: { requests: -1, interval: '10s', note: 'This field is deprecated and safe to ignore.' },
    ...facts,
  }
}

/** A wrong base URL: OpenRouter shows a page of its site, Ollama a line of text. */
function nothingHere(as: Flavour): HttpFault {
  return as === 'openrouter'
    ? raw(404, { 'Content-Type': 'text/html' }, '<!DOCTYPE html><html><title>Not Found | OpenRouter</title></html>')
    : raw(404, { 'Content-Type': 'text/plain' }, '404 page not found')
}
