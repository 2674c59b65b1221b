import type { AskOptions, LearnedPace, Model, Prompt, Reply } from '../domain.ts'
import { CallFailure } from '../errors.ts'
import type { readEnvelope } from '../lib/chat-envelope/read-envelope.ts'
import { hash } from '../lib/hash.ts'
import { HttpError, type HttpReply, httpRequest } from '../lib/http-request.ts'
import { loadLater } from '../lib/process/load-later.ts'
import {
  buildOpenRouterRequest,
  buildPlainRequest,
  describeOptions,
  type Message,
  type RequestBody,
  type RequestOptions,
} from './build-request.ts'
import type { ListedModel } from './model-list.ts'
import { type CallEnd, createPace, type Pace } from './pace/pace.ts'
import { type Clock, createPaceQueue, type PaceQueue } from './pace/pace-queue.ts'
import { LONGEST_OUTAGE_MS, LONGEST_WAIT_MS, type Tries, waitBeforeRetry } from './retry.ts'
import type { Server } from './server.ts'

export interface ChatModelOptions {
  server: Server
  id: string
  typedName: string
  /** What OpenRouter's list says; other servers have no such list. */
  listed: ListedModel | undefined
  request: RequestOptions
  /** For all attempts of a call together, over headers and body; the pauses between them do not count. */
  timeoutMs: number
  /** Never more calls at once than this. */
  concurrency: number
  /** The pace that an earlier run has found out for this server. */
  remembered: LearnedPace | undefined
  effects: Effects
}

/** Randomness and time, passed in so that tests can control them. */
export interface Effects {
  random: () => number
  /** What a point in time in a header is measured against. */
  now: () => Date
  clock: Clock
  /** Ends early when the signal does. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

// Headers that reading the reply again may need. The others are not kept: they may hold secrets.
const KEPT_HEADERS =
  /^(content-type|retry-after|x-ratelimit-.*|x-generation-id|x-openrouter-cache-status|x-litellm-response-cost)$/

// After so many refusals in a row, with pauses that grow to a minute, the model is stopped.
const MOST_REFUSALS_IN_ROW = 10

/** A model behind OpenRouter or any server that speaks as OpenAI's chat completions do. */
export function createChatModel(options: ChatModelOptions): Model {
  const { server, id, listed, request, timeoutMs, concurrency, remembered } = options
  const pace = createPace({ ceiling: concurrency, timeoutMs, remembered })
  const caller: Caller = {
    options,
    pace,
    queue: createPaceQueue(pace, options.effects.clock),
    url: new URL('chat/completions', server.url),
    repliedAt: Number.NEGATIVE_INFINITY,
  }
  // One for each application and evaluation prompt.
  const sessionIds = new Map<string, string>()
  return {
    identity: { name: id, host: server.host, parameters: describeOptions(request) },
    typedName: options.typedName,
    prices: listed ? (listed.prices ?? undefined) : undefined,
    concurrency,
    async ask(prompt, call) {
      const sessionId = sessionIds.get(prompt.shared) ?? hash(id, prompt.shared).slice(0, 32)
      sessionIds.set(prompt.shared, sessionId)
      const body = buildBody(prompt, options, sessionId)
      const { messages, ...sent } = body
      const reply = await callWithRetries(JSON.stringify(body), caller, call)
      return { ...reply, sent: JSON.stringify({ ...sent, messages: messages.map(describeMessage) }) }
    },
    learned: pace.learned,
  }
}

interface Caller {
  options: ChatModelOptions
  pace: Pace
  queue: PaceQueue
  url: URL
  /** When the server last replied to any call. */
  repliedAt: number
  /** Code that reads replies; loaded while the first call is under way. */
  reading?: Promise<{ readEnvelope: Read }>
}

type Read = typeof readEnvelope

function buildBody(prompt: Prompt, { server, id, listed, request }: ChatModelOptions, sessionId: string): RequestBody {
  if (!server.isOpenRouter) return buildPlainRequest(prompt, id, request)
  const facts = listed ?? {
    parameters: undefined,
    contextLength: null,
    maxCompletionTokens: null,
    isReasoningMandatory: false,
  }
  return buildOpenRouterRequest(prompt, { ...facts, id }, request, sessionId)
}

/** What is stored of a message; its text is stored elsewhere. */
function describeMessage({ role, content }: Message): Record<string, unknown> {
  if (typeof content === 'string') return { role, characters: content.length }
  return { role, parts: content.map(({ text, ...rest }) => ({ ...rest, characters: text.length })) }
}

/** Calls until there is a reply worth reading, or no attempt is worth making. */
async function callWithRetries(body: string, caller: Caller, { stop, abort, mayTryAgain }: AskOptions): Promise<Reply> {
  const { pace, queue } = caller
  const { server, timeoutMs, effects } = caller.options
  const tries: Tries = { failures: 0, refusals: 0, outages: 0 }
  let earlierCost = 0
  let spentMs = 0
  for (let attempts = 1; ; attempts++) {
    const turn = await queue.turn(stop, attempts > 1)
    if (!turn) throw new CallFailure('stopped while it waited', { isGivenUp: true })
    const start = performance.now()
    const calling = callOnce(body, caller, timeoutMs - spentMs, abort, attempts > 1)
    caller.reading ??= loadLater(() => import('../lib/chat-envelope/read-envelope.ts'))
    const outcome = await calling
    const latencyMs = performance.now() - start
    const { readEnvelope } = await caller.reading
    spentMs += latencyMs
    if ('status' in outcome) caller.repliedAt = effects.clock.now()
    const trouble = 'status' in outcome ? troubleOf(outcome, effects.now(), readEnvelope) : networkTrouble(outcome)
    const end = trouble?.end ?? { kind: 'answered' }
    // After missing credits or a refused key, the caller can stop the model before the next call takes this one's slot.
    if (trouble && !trouble.isPassing) setImmediate(() => turn.end(end))
    else turn.end(end)
    if (!trouble?.isPassing) {
      if (!('status' in outcome)) throw toFailure(outcome, caller.options, attempts)
      return { ...toReply(outcome, server.apiKey), attempts, earlierCost, latencyMs }
    }
    refuseLongPause(trouble.end, server, attempts)
    const isRefusal = trouble.end.kind === 'refused'
    if (isRefusal && pace.refusalsInRow() >= MOST_REFUSALS_IN_ROW) {
      const message = `${server.host} refuses every call (429, ${pace.refusalsInRow()} times in a row); run the same command again later`
      throw new CallFailure(message, { stopsModel: true, attempts })
    }
    const last = isRefusal ? 'refusals' : isOutage(outcome, caller) ? 'outages' : 'failures'
    tries[last]++
    const wait = spentMs < timeoutMs ? waitBeforeRetry(tries, last, effects.random) : undefined
    if (wait === undefined) {
      if (!('status' in outcome)) throw toFailure(outcome, caller.options, attempts)
      return { ...toReply(outcome, server.apiKey), attempts, earlierCost, latencyMs }
    }
    earlierCost += trouble.cost ?? 0
    await effects.sleep(wait, stop)
    if (mayTryAgain && !(await mayTryAgain(trouble.cost))) {
      throw new CallFailure('no money is left for another attempt', { isGivenUp: true, attempts })
    }
  }
}

/** The server cannot be reached, but replied a moment ago: a server that restarts must not end the run. */
function isOutage(outcome: HttpReply | HttpError, { repliedAt, options: { effects } }: Caller): boolean {
  if ('status' in outcome || outcome.kind !== 'unreachable') return false
  return effects.clock.now() - repliedAt < LONGEST_OUTAGE_MS
}

function refuseLongPause(end: CallEnd, { host }: Server, attempts: number): void {
  const pauseMs = 'pauseMs' in end ? (end.pauseMs ?? 0) : 0
  if (pauseMs <= LONGEST_WAIT_MS) return
  const message = `${host} asks to be left alone for ${Math.ceil(pauseMs / 60_000)} minutes; run the same command again then`
  throw new CallFailure(message, { stopsModel: true, attempts })
}

async function callOnce(
  body: string,
  { url, options: { server } }: Caller,
  deadlineMs: number,
  signal: AbortSignal,
  isFresh: boolean,
): Promise<HttpReply | HttpError> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(server.apiKey ? { authorization: `Bearer ${server.apiKey}` } : {}),
    ...(server.isOpenRouter ? { 'x-openrouter-title': 'Security Benchmark Suite' } : {}),
  }
  try {
    const reply = await httpRequest({ method: 'POST', url, headers, body, deadlineMs, signal, isFresh })
    return { ...reply, body: withoutKey(reply.body, server.apiKey) }
  } catch (error) {
    if (error instanceof HttpError) return error
    throw error
  }
}

// Local servers are given keys such as "x", which occur in any text. Only longer keys are secrets.
const SHORTEST_SECRET = 12

/** Some servers repeat the key that they refuse; it must not reach a log or the database. */
function withoutKey(body: string, key: string | undefined): string {
  if (!key || key.length < SHORTEST_SECRET) return body
  const plain = body.replaceAll(key, '[key]')
  return plain.includes('\\') ? plain.replaceAll(escapedForms(key), '[key]') : plain
}

/** The key as JSON may write it: with any character escaped, as some servers do with `/`, `+` and `=`. */
function escapedForms(key: string): RegExp {
  const forms = Array.from(key, character => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0')
    return `(?:\\\\?${character.replace(/\W/, '\\$&')}|\\\\u${code})`
  })
  return new RegExp(forms.join(''), 'gi')
}

interface CallTrouble {
  /** The same call may succeed a little later. */
  isPassing: boolean
  /** How the call ended, for the pace. */
  end: CallEnd
  /** USD that the attempt has cost all the same; null: it may have been billed, and nobody has said how much. */
  cost: number | null
}

// Statuses and words of a server that has too much to do; 500 says nothing of the kind.
const OVERLOADS = new Set(['provider', 'timeout'])

/** Undefined when the reply is a message. */
function troubleOf({ body, status, headers }: HttpReply, now: Date, readEnvelope: Read): CallTrouble | undefined {
  const envelope = readEnvelope(body, { status, headers }, now)
  if (envelope.kind === 'message') return undefined
  const { trouble, isRetryable: isPassing, retryAfterMs: pauseMs, mayBeBilled, provenance } = envelope
  const cost = provenance.cost ?? (mayBeBilled ? null : 0)
  if (!isPassing) return { isPassing, end: { kind: 'answered' }, cost }
  if (trouble === 'rate_limit') return { isPassing, end: { kind: 'refused', pauseMs, size: sizeOf(headers) }, cost }
  const isOverload = OVERLOADS.has(trouble) || pauseMs !== null
  return { isPassing, end: isOverload ? { kind: 'overloaded', pauseMs } : { kind: 'broken' }, cost }
}

/** How many calls the server's bucket holds. */
function sizeOf(headers: Record<string, string>): number | null {
  const size = Number(headers['x-ratelimit-limit'])
  return size >= 1 && size < 1e6 ? size : null
}

/** A call that passed our deadline is not tried again: the server may finish and bill it all the same. */
function networkTrouble({ kind }: HttpError): CallTrouble {
  const isPassing = kind === 'network' || kind === 'unreachable'
  const end: CallEnd = kind === 'deadline' ? { kind: 'overloaded', pauseMs: null } : { kind: 'broken' }
  return { isPassing, end, cost: kind === 'network' ? null : 0 }
}

function toReply({ body, status, headers }: HttpReply, key: string | undefined): Pick<Reply, 'body' | 'http'> {
  const kept = Object.entries(headers)
    .filter(([name]) => KEPT_HEADERS.test(name))
    .map(([name, value]) => [name, withoutKey(value, key)])
  return { body, http: { status, headers: Object.fromEntries(kept) } }
}

function toFailure(trouble: HttpError, { server, timeoutMs }: ChatModelOptions, attempts: number): CallFailure {
  const { kind, message } = trouble
  const times = attempts > 1 ? ` (tried ${attempts} times)` : ''
  const facts = { attempts, cause: trouble, mayBeBilled: kind !== 'unreachable' && kind !== 'unusable' }
  if (kind === 'aborted') return new CallFailure(message, { ...facts, isGivenUp: true })
  if (kind === 'deadline') return new CallFailure(`no whole reply within ${timeoutMs / 1000} s (--timeout)`, facts)
  if (kind !== 'unreachable' && kind !== 'unusable') return new CallFailure(`${message}${times}`, facts)
  const advice = 'is the server running, and the address right?'
  return new CallFailure(`${server.host} cannot be reached: ${message}${times}; ${advice}`, {
    ...facts,
    stopsModel: true,
  })
}
