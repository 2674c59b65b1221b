// A real HTTP server on 127.0.0.1 that speaks as OpenRouter does, or as another OpenAI-compatible server, for tests
// from end to end.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { parseObject } from './check-request.ts'
import { deliver } from './deliver.ts'
import { basePath, createResponder, type Incoming, type LoopbackOptions } from './respond.ts'

/** A request as it came in, and what became of it. Times are those of `performance.now()`. */
interface RecordedCall extends Incoming {
  /** The body as JSON; undefined if it is none. */
  body: Record<string, unknown> | undefined
  /** 1 for the first connection of the server; calls with one number shared a socket. */
  connection: number
  startedAt: number
  /** Undefined while the call is open. */
  endedAt: number | undefined
  /** Undefined until headers are sent. */
  status: number | undefined
  /** Whether the reply went out whole; false if the client hung up, or the fault was to break off. */
  isWhole: boolean
}

export interface Loopback extends AsyncDisposable {
  /** The base URL: http://127.0.0.1:PORT/api/v1, or /v1 of a plain server. */
  readonly url: string
  /** In the order in which they came. */
  readonly calls: readonly RecordedCall[]
  /** The calls that asked a model something. */
  readonly questions: readonly RecordedCall[]
  /** All connections that were ever made. */
  readonly connections: number
  readonly openSockets: number
  readonly inFlight: number
  readonly mostInFlight: number
  /** What went wrong in the server itself, e.g. in the test's own `answer`; such a call gets a 500. */
  readonly errors: readonly unknown[]
}

/** Listens on a free port until it is disposed of: `await using server = await startLoopback({ key: 'k' })`. */
export async function startLoopback(options: LoopbackOptions = {}): Promise<Loopback> {
  const respond = createResponder(options)
  const chatPath = `${basePath(options.as)}/chat/completions`
  const calls: RecordedCall[] = []
  const errors: unknown[] = []
  const sockets = new Map<Socket, number>()
  let connections = 0
  let inFlight = 0
  let mostInFlight = 0

  const server = createServer((request, response) => {
    handle(request, response).catch(error => {
      // The client hung up: that is for the client to explain.
      if (response.destroyed || response.socket?.destroyed) return
      errors.push(error)
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    })
  })
  server.on('connection', socket => {
    sockets.set(socket, ++connections)
    socket.on('close', () => sockets.delete(socket))
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now()
    const connection = sockets.get(request.socket) ?? 0
    const gone = new AbortController()
    const { method = '', headers } = request
    const path = new URL(request.url ?? '/', 'http://loopback').pathname
    const isQuestion = path === chatPath
    if (isQuestion) mostInFlight = Math.max(mostInFlight, ++inFlight)
    let call: RecordedCall | undefined
    const end = () => {
      if (gone.signal.aborted) return
      gone.abort()
      if (isQuestion) inFlight--
      if (!call) return
      call.endedAt = performance.now()
      call.status = response.headersSent ? response.statusCode : undefined
      call.isWhole = response.writableFinished
    }
    // 'finish' comes before the client can see the end, so that a test may look at the call at once.
    response.on('finish', end).on('close', end)
    const sent = await text(request)
    call = {
      ...{ method, path, headers, text: sent, body: parseObject(sent), connection, startedAt },
      ...{ endedAt: undefined, status: undefined, isWhole: false },
    }
    calls.push(call)
    await deliver(response, await respond(call, gone.signal), gone.signal)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined

  return {
    url: `http://127.0.0.1:${port}${basePath(options.as)}`,
    calls,
    errors,
    get questions() {
      return calls.filter(call => call.path === chatPath)
    },
    get connections() {
      return connections
    },
    get openSockets() {
      return sockets.size
    },
    get inFlight() {
      return inFlight
    },
    get mostInFlight() {
      return mostInFlight
    },
    async [Symbol.asyncDispose]() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
