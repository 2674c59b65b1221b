import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { deflateSync, gzipSync } from 'node:zlib'
import { type HttpReply, httpRequest } from './http-request.ts'

const TEXT = JSON.stringify({ words: 'such as a server writes '.repeat(50) })

async function request(listener: RequestListener, deadlineMs = 5000): Promise<HttpReply> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    return await httpRequest({ method: 'POST', url, headers: {}, body: '{}', deadlineMs })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

function encoded(encoding: string, body: Buffer): RequestListener {
  return (_request, response) => response.writeHead(200, { 'Content-Encoding': encoding }).end(body)
}

describe('httpRequest', () => {
  it('reads what a server compresses although nobody asked, however it writes the name', async () => {
    assert.equal((await request(encoded('gzip', gzipSync(TEXT)))).body, TEXT)
    assert.equal((await request(encoded('GZIP', gzipSync(TEXT)))).body, TEXT)
    assert.equal((await request(encoded('deflate', deflateSync(TEXT)))).body, TEXT)
    assert.equal((await request(encoded('identity', Buffer.from(TEXT)))).body, TEXT)
  })

  it('tells of a compressed body that ends too early or is none, and does not end the program', async () => {
    const whole = gzipSync(TEXT)
    for (const body of [whole.subarray(0, whole.length / 2), whole.subarray(0, -4), Buffer.from(TEXT)]) {
      await assert.rejects(request(encoded('gzip', body)), { name: 'HttpError', kind: 'network' })
    }
  })

  it('tells of a compressed body whose connection breaks, or that does not end in time', async () => {
    const half = gzipSync(TEXT).subarray(0, 20)
    const breaks: RequestListener = (_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).write(half, () => response.destroy())
    }
    await assert.rejects(request(breaks), { name: 'HttpError', kind: 'network' })
    const hangs: RequestListener = (_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).write(half)
    }
    await assert.rejects(request(hangs, 200), { name: 'HttpError', kind: 'deadline' })
  })

  it('does not unpack more than a reply may hold', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    await assert.rejects(request(encoded('gzip', bomb)), { name: 'HttpError', kind: 'too large' })
  })
})
