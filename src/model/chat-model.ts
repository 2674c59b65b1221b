import type { Model, Prompt, Reply } from '../domain.ts'
import { CallFailure } from '../errors.ts'
import { readEnvelope } from '../lib/chat-envelope/read-envelope.ts'
import { hash } from '../lib/hash.ts'
import { type HttpReply, HttpTrouble, httpRequest } from '../lib/http-request.ts'
import {
  buildOpenRouterRequest,
  buildPlainRequest,
  describeOptions,
  type Message,
  type RequestBody,
  type RequestOptions,
} from './build-request.ts'
import type { ListedModel } from './model-list.ts'
import { LONGEST_WAIT_MS, waitBeforeRetry } from './retry.ts'
import type { Server } from './server.ts'

export interface ChatModelOptions {
  server: Server
  id: string
  typedName: string
  /** What OpenRouter's list says; other servers have no such list. */
  listed: ListedModel | undefined
  request: RequestOptions
  /** For each attempt, over headers and body. */
  timeoutMs: number
  concurrency: number
  effects: Effects
}

/** Chance and time, passed in so that tests can hold them. */
export interface Effects {
  random: () => number
  now: () => Date
  /** Ends early when the signal does. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

// What a reply may be judged by later; the rest of the headers says nothing about it and may say too much.
const KEPT_HEADERS =
  /^(content-type|retry-after|x-ratelimit-.*|x-generation-id|x-openrouter-cache-status|x-litellm-response-cost)$/

/** A model behind OpenRouter or any server that speaks as OpenAI's chat completions do. */
export function createChatModel(options: ChatModelOptions): Model {
  const { server, id, listed, request } = options
  // A server that asks one question to wait means all of them.
  const quiet = { until: 0 }
  return {
    identity: { name: id, host: server.host, parameters: describeOptions(request) },
    typedName: options.typedName,
    prices: listed ? (listed.prices ?? undefined) : undefined,
    concurrency: options.concurrency,
    async ask(prompt, { stop, abort }) {
      const body = buildBody(prompt, options)
      const { messages, ...sent } = body
      const reply = await callWithRetries(JSON.stringify(body), options, quiet, stop, abort)
      return { ...reply, sent: JSON.stringify({ ...sent, messages: messages.map(describeMessage) }) }
    },
  }
}

function buildBody(prompt: Prompt, { server, id, listed, request }: ChatModelOptions): RequestBody {
  if (!server.isOpenRouter) return buildPlainRequest(prompt, id, request)
  const facts = listed ?? {
    parameters: undefined,
    contextLength: null,
    maxCompletionTokens: null,
    isReasoningMandatory: false,
  }
  return buildOpenRouterRequest(prompt, { ...facts, id }, request, hash(id, prompt.shared).slice(0, 32))
}

/** What is stored of a message: its text stands elsewhere. */
function describeMessage({ role, content }: Message): Record<string, unknown> {
  if (typeof content === 'string') return { role, characters: content.length }
  return { role, parts: content.map(({ text, ...rest }) => ({ ...rest, characters: text.length })) }
}

/** Calls until there is a reply worth reading, or no attempt is worth making. */
async function callWithRetries(
  body: string,
  { server, timeoutMs, effects }: ChatModelOptions,
  quiet: { until: number },
  stop: AbortSignal,
  abort: AbortSignal,
): Promise<Reply> {
  async function pause(ms: number): Promise<void> {
    await effects.sleep(ms, AbortSignal.any([stop, abort]))
    if (stop.aborted || abort.aborted) throw new CallFailure('stopped while it waited', { isGivenUp: true })
  }

  let earlierCost = 0
  for (let attempts = 1; ; attempts++) {
    const left = quiet.until - effects.now().getTime()
    if (left > 0) await pause(left + effects.random() * 1000)
    const start = performance.now()
    const outcome = await callOnce(body, server, timeoutMs, abort, attempts > 1)
    const latencyMs = performance.now() - start
    const trouble = 'status' in outcome ? passingTrouble(outcome, effects.now()) : networkTrouble(outcome)
    const retryAfterMs = trouble?.retryAfterMs ?? 0
    if (retryAfterMs > LONGEST_WAIT_MS) {
      const minutes = Math.ceil(retryAfterMs / 60_000)
      throw new CallFailure(
        `${server.host} asks to be left alone for ${minutes} minutes; run the same command again then`,
        { stopsModel: true, attempts },
      )
    }
    const wait = trouble && waitBeforeRetry(attempts, trouble.retryAfterMs, effects.random)
    if (wait === undefined) {
      if (!('status' in outcome)) throw toFailure(outcome, server, attempts)
      return { ...toReply(outcome, server.apiKey), attempts, earlierCost, latencyMs }
    }
    earlierCost += trouble?.cost ?? 0
    if (retryAfterMs > 0) quiet.until = Math.max(quiet.until, effects.now().getTime() + retryAfterMs)
    await pause(wait)
  }
}

async function callOnce(
  body: string,
  server: Server,
  deadlineMs: number,
  signal: AbortSignal,
  isFresh: boolean,
): Promise<HttpReply | HttpTrouble> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(server.apiKey ? { authorization: `Bearer ${server.apiKey}` } : {}),
    ...(server.isOpenRouter ? { 'x-openrouter-title': 'Security Benchmark Suite' } : {}),
  }
  try {
    const url = new URL('chat/completions', server.url)
    const reply = await httpRequest({ method: 'POST', url, headers, body, deadlineMs, signal, isFresh })
    return { ...reply, body: withoutKey(reply.body, server.apiKey) }
  } catch (error) {
    if (error instanceof HttpTrouble) return error
    throw error
  }
}

// Local servers are given keys such as "x", which stand in any text; a key worth hiding is longer.
const SHORTEST_SECRET = 12

/** Some servers repeat the key that they refuse; it must not reach a log or the database. */
function withoutKey(body: string, key: string | undefined): string {
  if (!key || key.length < SHORTEST_SECRET) return body
  // JSON may escape a slash.
  return body.replaceAll(key, '[key]').replaceAll(key.replaceAll('/', '\\/'), '[key]')
}

interface PassingTrouble {
  /** How long the server wants to be left alone; null when it does not say. */
  retryAfterMs: number | null
  /** USD that the attempt has cost all the same. */
  cost: number
}

/** Undefined when the reply stands. */
function passingTrouble({ body, status, headers }: HttpReply, now: Date): PassingTrouble | undefined {
  const envelope = readEnvelope(body, { status, headers }, now)
  if (envelope.kind !== 'trouble' || !envelope.isRetryable) return undefined
  return { retryAfterMs: envelope.retryAfterMs, cost: envelope.provenance.cost ?? 0 }
}

/** Our own deadline is not tried again: the server may go on and bill the answer that nobody waited for. */
function networkTrouble({ kind }: HttpTrouble): PassingTrouble | undefined {
  return kind === 'network' || kind === 'unreachable' ? { retryAfterMs: null, cost: 0 } : undefined
}

function toReply({ body, status, headers }: HttpReply, key: string | undefined): Pick<Reply, 'body' | 'http'> {
  const kept = Object.entries(headers)
    .filter(([name]) => KEPT_HEADERS.test(name))
    .map(([name, value]) => [name, withoutKey(value, key)])
  return { body, http: { status, headers: Object.fromEntries(kept) } }
}

function toFailure(trouble: HttpTrouble, server: Server, attempts: number): CallFailure {
  const { kind, message } = trouble
  const times = attempts > 1 ? ` (tried ${attempts} times)` : ''
  const facts = { attempts, cause: trouble, mayBeBilled: kind !== 'unreachable' && kind !== 'unusable' }
  if (kind === 'aborted') return new CallFailure(message, { ...facts, isGivenUp: true })
  if (kind === 'deadline') return new CallFailure(`${message} (--timeout)`, facts)
  if (kind !== 'unreachable' && kind !== 'unusable') return new CallFailure(`${message}${times}`, facts)
  const advice = 'is the server running, and the address right?'
  return new CallFailure(`${server.host} cannot be reached: ${message}${times}; ${advice}`, {
    ...facts,
    stopsModel: true,
  })
}
