// The least that such calls can cost: node:http in a loop, nothing else. `node bare-loop.ts URL CALLS WIDTH CHARACTERS`
import { Agent, request } from 'node:http'

const [url = '', calls, width, characters] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
const body = Buffer.from(
  JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'x'.repeat(Number(characters)) }] }),
)
let left = Number(calls)

function call(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const sent = request(`${url}/v1/chat/completions`, { method: 'POST', agent, headers }, response => {
    const chunks: Buffer[] = []
    response.on('data', chunk => chunks.push(chunk))
    response.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString())
      resolve()
    })
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}

async function worker(): Promise<void> {
  while (left-- > 0) await call()
}

await Promise.all(Array.from({ length: Number(width) }, worker))
agent.destroy()
