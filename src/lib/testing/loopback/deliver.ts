import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Prepared } from './compose-reply.ts'

/** Sends a reply in the way that it asks for. Rejects with an AbortError when the signal says that the client is gone. */
export async function deliver(response: ServerResponse, prepared: Prepared, signal: AbortSignal): Promise<void> {
  const { status, headers, body, delivery } = prepared
  const half = body.slice(0, Math.floor(body.length / 2))
  switch (delivery.how) {
    case 'at-once':
      response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body)
      return
    case 'keep-alive': {
      response.writeHead(200, headers)
      const until = performance.now() + delivery.forMs
      while (performance.now() < until) {
        response.write(' \n')
        await sleep(delivery.everyMs, undefined, { signal })
      }
      response.end(body)
      return
    }
    case 'byte-by-byte':
      response.writeHead(status, headers)
      for (const byte of Buffer.from(body)) {
        response.write(Uint8Array.of(byte))
        await sleep(delivery.everyMs, undefined, { signal })
      }
      response.end()
      return
    case 'cut':
      response.writeHead(status, headers).end(half)
      return
    case 'reset':
      if (delivery.when === 'in-body') {
        response.writeHead(status, headers).write(half)
        // A reset throws away what the client has not read yet: leave it the time to read.
        await sleep(50, undefined, { signal })
      }
      response.socket?.resetAndDestroy()
      return
    case 'never':
      return
  }
}
