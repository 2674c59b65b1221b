// A server that answers as OpenRouter does, as cheaply as it can: `node stand-in.ts '{"latencyMs":200}'`. It prints its
// address, and tells under /stats what it has seen. It runs in a process of its own, so that its work is not counted.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

export interface StandInOptions {
  latencyMs: number
  /** Calls a second, and how many at once after a rest; more are answered with 429. */
  limit?: { perSecond: number; burst: number; retryAfter?: number }
  /** Look into the prompts and serve their shared part from a cache once it was answered. */
  isCaching?: boolean
}

export interface StandInStats {
  calls: number
  refused: number
  mostInFlight: number
  /** When each call that was not refused began, in ms. */
  startedAt: number[]
  /** Characters of shared parts: all, those that a cache could have served, and those that it served. */
  prefix: { all: number; cacheable: number; cached: number }
}

const MODEL = {
  id: 'stand-in/model',
  canonical_slug: 'stand-in/model',
  name: 'Stand-in',
  context_length: 128_000,
  pricing: { prompt: '0.00000015', completion: '0.0000006' },
  top_provider: { max_completion_tokens: 16_384 },
  supported_parameters: ['max_tokens', 'response_format', 'structured_outputs', 'temperature'],
}
const WORDS = JSON.stringify({
  explanation: 'The query filters by the organisation of the caller, but joins the lines without it. '.repeat(4),
  assessment: 'bad',
  violated_rules: ['R1'],
})

const options: StandInOptions = JSON.parse(process.argv[2] ?? '{"latencyMs":0}')
const stats: StandInStats = {
  calls: 0,
  refused: 0,
  mostInFlight: 0,
  startedAt: [],
  prefix: { all: 0, cacheable: 0, cached: 0 },
}
const seen = new Set<string>()
const answered = new Set<string>()
let inFlight = 0
let tokens = options.limit?.burst ?? 0
let filledAt = performance.now()

function isRefused(): boolean {
  if (!options.limit) return false
  const now = performance.now()
  const { perSecond, burst } = options.limit
  tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond)
  filledAt = now
  if (tokens < 1) return true
  tokens--
  return false
}

function send(response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void {
  const body = JSON.stringify(value)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  })
  response.end(body)
}

function reply(cachedChars: number): unknown {
  return {
    id: `gen-${stats.calls}`,
    provider: 'Stand-in',
    model: MODEL.id,
    object: 'chat.completion',
    created: 1_790_000_000,
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: WORDS, refusal: null } }],
    usage: {
      prompt_tokens: 4000,
      completion_tokens: 120,
      total_tokens: 4120,
      cost: 0.0006,
      prompt_tokens_details: { cached_tokens: Math.floor(cachedChars / 4) },
    },
  }
}

/** Counts the shared part of the prompt; what was answered before this call came is in the cache. */
function readPrefix(body: string): { prefix: string; cached: number } {
  const prefix = String(JSON.parse(body).messages[0].content)
  const cached = answered.has(prefix) ? prefix.length : 0
  stats.prefix.all += prefix.length
  if (seen.has(prefix)) stats.prefix.cacheable += prefix.length
  stats.prefix.cached += cached
  seen.add(prefix)
  return { prefix, cached }
}

async function chat(request: IncomingMessage, response: ServerResponse): Promise<void> {
  stats.calls++
  stats.mostInFlight = Math.max(stats.mostInFlight, ++inFlight)
  response.on('close', () => inFlight--)
  const body = await text(request)
  if (isRefused()) {
    stats.refused++
    const { retryAfter } = options.limit ?? {}
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    return send(response, 429, { error: { code: 429, message: 'Rate limit exceeded' } }, headers)
  }
  stats.startedAt.push(performance.now())
  const { prefix, cached } = options.isCaching ? readPrefix(body) : { prefix: '', cached: 0 }
  const end = () => {
    answered.add(prefix)
    send(response, 200, reply(cached))
  }
  if (options.latencyMs > 0) setTimeout(end, options.latencyMs)
  else end()
}

const server = createServer((request, response) => {
  if (request.url?.endsWith('/chat/completions')) chat(request, response)
  else if (request.url?.endsWith('/models')) send(response, 200, { data: [MODEL] })
  else send(response, 200, stats)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address?.port}\n`)
})
