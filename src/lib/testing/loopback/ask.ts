// A bare client for the tests of the loopback server itself: it tells what came over the wire and judges nothing.

import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'

export interface Heard {
  status: number | undefined
  headers: IncomingHttpHeaders
  text: string
  /** How often bytes came. */
  chunks: number
  /** The code of what broke the call off, e.g. ECONNRESET; undefined if the reply was whole. */
  broken: string | undefined
  /** From the request to the headers, and to the end. */
  headersMs: number
  endMs: number
}

export interface Asked {
  body?: unknown
  headers?: Record<string, string>
  agent?: Agent
  /** The client hangs up then. */
  patienceMs?: number
}

/** A question that every OpenRouter model may be asked. */
export const QUESTION = { model: 'openai/gpt-4o-mini', messages: [{ role: 'user', content: 'Is it good? Say JSON.' }] }

/** Posts to `/chat/completions`, each call on its own connection unless an agent is given. Never rejects. */
export function ask(url: string, { body = QUESTION, headers = {}, agent, patienceMs = 5000 }: Asked = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const startedAt = performance.now()
  const heard: Heard = {
    ...{ status: undefined, headers: {}, text: '', chunks: 0, broken: undefined },
    ...{ headersMs: Number.NaN, endMs: Number.NaN },
  }
  return new Promise<Heard>(resolve => {
    const end = (error?: NodeJS.ErrnoException) => {
      heard.endMs = performance.now() - startedAt
      if (error) heard.broken ??= error.code ?? error.name
      resolve(heard)
    }
    const signal = AbortSignal.timeout(patienceMs)
    const request = httpRequest(`${url}/chat/completions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text), ...headers },
      agent: agent ?? new Agent({ keepAlive: false }),
      signal,
    })
    request.on('response', response => {
      heard.status = response.statusCode
      heard.headers = response.headers
      heard.headersMs = performance.now() - startedAt
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        heard.text += chunk
        heard.chunks++
      })
      response.on('end', () => end())
      response.on('error', end)
    })
    request.on('error', end)
    request.end(text)
  })
}
