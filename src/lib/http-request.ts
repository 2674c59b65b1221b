import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'

// node:http and not fetch: the built-in fetch gives up after 300 s without a header, whatever the caller's deadline, and
// servers that do not stream send no header until they are done.
//
// getBuiltinModule and not import: an import reads every export, and reading node:http's WebSocket loads all of undici, a
// third of the time that the program takes to start.
type Protocol = 'http:' | 'https:'
const load = {
  'http:': () => process.getBuiltinModule('node:http'),
  'https:': () => process.getBuiltinModule('node:https'),
}
const zlib = () => process.getBuiltinModule('node:zlib')
const streams = () => process.getBuiltinModule('node:stream/promises')

export interface HttpCall {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body?: string
  /** From the start of the call to the last byte of the reply. */
  deadlineMs: number
  signal?: AbortSignal
  /** Open a new connection: the one that failed may lead to a dead host for ever. */
  isFresh?: boolean
}

export interface HttpReply {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
}

/** `unreachable`: nobody is there; `unusable`: somebody is, but does not speak as we do; `network`: it broke on the way. */
export type HttpErrorKind = 'deadline' | 'aborted' | 'too large' | 'unreachable' | 'unusable' | 'network'

/** No reply, or not the whole of one. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly kind: HttpErrorKind

  constructor(kind: HttpErrorKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

const MAX_REPLY = 8 * 1024 * 1024
const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])

// TLS to a port that does not speak it, and certificates that cannot be trusted.
const UNUSABLE = /^(EPROTO|ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

// As Node's own fetch does it.
const PROXY = process.env.NODE_USE_ENV_PROXY === '1' ? { proxyEnv: process.env } : {}

const agents = new Map<string, Agent>()

/** A connection is used again, unless it is to be fresh. */
function agentFor(protocol: Protocol, isFresh: boolean): Agent {
  const name = `${protocol} ${isFresh}`
  const agent = agents.get(name) ?? new (load[protocol]().Agent)({ keepAlive: !isFresh, ...PROXY })
  agents.set(name, agent)
  return agent
}

const DECODERS: Record<string, () => Transform> = {
  gzip: () => zlib().createGunzip(),
  'x-gzip': () => zlib().createGunzip(),
  deflate: () => zlib().createInflate(),
  br: () => zlib().createBrotliDecompress(),
}

/** One request and its whole reply. Redirects are not followed: they would carry the key elsewhere. */
export async function httpRequest(call: HttpCall): Promise<HttpReply> {
  const { url, method, deadlineMs, signal } = call
  const protocol: Protocol = url.protocol === 'https:' ? 'https:' : 'http:'
  const { promise, resolve, reject } = Promise.withResolvers<HttpReply>()
  const body = call.body === undefined ? undefined : Buffer.from(call.body)
  const request: ClientRequest = load[protocol]().request(url, {
    method,
    headers: { ...call.headers, ...(body ? { 'content-length': body.length } : {}) },
    agent: agentFor(protocol, call.isFresh === true),
  })
  const giveUp = (error: HttpError) => {
    reject(error)
    request.destroy()
  }
  const timer = setTimeout(() => {
    giveUp(new HttpError('deadline', `no whole reply within ${deadlineMs / 1000} s`))
  }, deadlineMs)
  const abort = () => giveUp(new HttpError('aborted', 'stopped before it had answered'))
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()

  request.on('error', error => reject(toHttpError(error)))
  request.on('upgrade', () => giveUp(new HttpError('unusable', 'the server wants to speak another protocol')))
  request.on('response', response => readBody(response).then(resolve, error => giveUp(toHttpError(error))))
  request.end(body)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

async function readBody(response: IncomingMessage): Promise<HttpReply> {
  // Some servers compress although nobody asked.
  const decoder = DECODERS[response.headers['content-encoding']?.toLowerCase() ?? '']?.()
  // pipeline and not compose: an error at the very end of what is decoded would reach nobody, and end the program.
  const body = decoder ? streams().pipeline(response, decoder, collect) : collect(response)
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
  return { status: response.statusCode ?? 0, headers: Object.fromEntries(headers), body: await body }
}

async function collect(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > MAX_REPLY) throw new HttpError('too large', `a reply of more than ${MAX_REPLY} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function toHttpError(error: Error): HttpError {
  if (error instanceof HttpError) return error
  const { code, message } = error as NodeJS.ErrnoException
  // A refused connection to several addresses is an AggregateError without a message.
  const text = message || code || 'the connection failed'
  return new HttpError(kindOf(code ?? ''), text, error)
}

function kindOf(code: string): HttpErrorKind {
  if (UNREACHABLE.has(code)) return 'unreachable'
  return UNUSABLE.test(code) ? 'unusable' : 'network'
}
