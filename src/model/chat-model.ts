import type { Model, Prompt, Reply } from '../domain.ts'
import { CallFailure } from '../errors.ts'
import { readEnvelope } from '../lib/chat-envelope/read-envelope.ts'
import { hash } from '../lib/hash.ts'
import { type HttpReply, HttpTrouble, httpRequest } from '../lib/http-request.ts'
import { buildOpenRouterRequest, buildPlainRequest, describeOptions, type RequestOptions } from './build-request.ts'
import type { ListedModel } from './model-list.ts'
import { waitBeforeRetry } from './retry.ts'
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
  return {
    identity: { name: id, host: server.host, parameters: describeOptions(request) },
    typedName: options.typedName,
    prices: listed ? (listed.prices ?? undefined) : undefined,
    concurrency: options.concurrency,
    async ask(prompt, { stop, abort }) {
      const body = buildBody(prompt, options)
      const { messages, ...sent } = body
      const { reply, attempts } = await callWithRetries(JSON.stringify(body), options, stop, abort)
      return { ...reply, sent: JSON.stringify(sent), attempts }
    },
  }
}

function buildBody(prompt: Prompt, { server, id, listed, request }: ChatModelOptions): Record<string, unknown> {
  if (!server.isOpenRouter) return buildPlainRequest(prompt, id, request)
  const facts = listed ?? { parameters: undefined, maxCompletionTokens: null, isReasoningMandatory: false }
  return buildOpenRouterRequest(prompt, { ...facts, id }, request, hash(id, prompt.shared).slice(0, 32))
}

/** Calls until there is a reply worth reading, or no attempt is worth making. */
async function callWithRetries(
  body: string,
  { server, timeoutMs, effects }: ChatModelOptions,
  stop: AbortSignal,
  abort: AbortSignal,
): Promise<{ reply: Pick<Reply, 'body' | 'http'>; attempts: number }> {
  for (let attempts = 1; ; attempts++) {
    const outcome = await callOnce(body, server, timeoutMs, abort, attempts > 1)
    const isReply = 'status' in outcome
    const retryAfterMs = isReply ? retryAfter(outcome, effects.now()) : networkRetryAfter(outcome)
    const wait = retryAfterMs === undefined ? undefined : waitBeforeRetry(attempts, retryAfterMs, effects.random)
    if (wait === undefined) {
      if (isReply) return { reply: toReply(outcome), attempts }
      throw toFailure(outcome, server, attempts)
    }
    await effects.sleep(wait, AbortSignal.any([stop, abort]))
    if (stop.aborted || abort.aborted)
      throw new CallFailure('stopped while it waited to try again', { isGivenUp: true })
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

/** Some servers repeat the key that they refuse; it must not reach a log or the database. */
function withoutKey(body: string, key: string | undefined): string {
  return key ? body.replaceAll(key, '[key]') : body
}

/** Undefined when the reply stands; else how long the server wants to be left alone, null when it does not say. */
function retryAfter({ body, status, headers }: HttpReply, now: Date): number | null | undefined {
  const envelope = readEnvelope(body, { status, headers }, now)
  return envelope.kind === 'trouble' && envelope.isRetryable ? envelope.retryAfterMs : undefined
}

/** Our own deadline is not tried again: the server may go on and bill the answer that nobody waited for. */
function networkRetryAfter({ kind }: HttpTrouble): null | undefined {
  return kind === 'network' || kind === 'unreachable' ? null : undefined
}

function toReply({ body, status, headers }: HttpReply): Pick<Reply, 'body' | 'http'> {
  const kept = Object.entries(headers).filter(([name]) => KEPT_HEADERS.test(name))
  return { body, http: { status, headers: Object.fromEntries(kept) } }
}

function toFailure(trouble: HttpTrouble, server: Server, attempts: number): CallFailure {
  const times = attempts > 1 ? ` (tried ${attempts} times)` : ''
  if (trouble.kind === 'aborted') return new CallFailure(trouble.message, { isGivenUp: true })
  if (trouble.kind !== 'unreachable') return new CallFailure(`${trouble.message}${times}`, { cause: trouble })
  return new CallFailure(
    `${server.host} cannot be reached: ${trouble.message}${times}; is the server running, and the address right?`,
    {
      stopsModel: true,
      cause: trouble,
    },
  )
}
