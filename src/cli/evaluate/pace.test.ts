import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { rateLimited } from '../../lib/testing/loopback/faults.ts'
import { type Loopback, startLoopback } from '../../lib/testing/loopback/start-loopback.ts'
import { temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { runCaptured } from '../testing/run-captured.ts'

const KEY = 'sk-or-v1-very-secret'

/** The real command on the project's own corpus, whose specification is long enough for a cache. */
function evaluate(folder: string, server: Loopback, ...words: string[]) {
  const env = { OPENROUTER_API_KEY: KEY, OPENROUTER_BASE_URL: server.url }
  return runCaptured(['evaluate', '--db', 'results.db', '--filter', 'purchase-order/', ...words], folder, { env })
}

function cachedTokens(folder: string): number[] {
  const database = new DatabaseSync(join(folder, 'results.db'))
  const rows = database.prepare('SELECT cached_tokens FROM evaluations ORDER BY id').all()
  database.close()
  return rows.map(row => Number(row.cached_tokens))
}

describe('the pace of evaluate', { timeout: 60_000 }, () => {
  it('asks one question before the others, so that they find the specification in the cache', async () => {
    using folder = temporaryFolder()
    await using server = await startLoopback({ key: KEY, latencyMs: 30 })
    const { exitCode, stderr } = await evaluate(folder.path, server, '--model', 'gpt-4o-mini')
    assert.equal(exitCode, 0, stderr)
    const [first, ...others] = server.questions
    assert.ok(others.length > 10)
    for (const { startedAt } of others) assert.ok(startedAt >= (first?.endedAt ?? Number.POSITIVE_INFINITY))
    const [cold, ...cached] = cachedTokens(folder.path)
    assert.equal(cold, 0)
    assert.ok(cached.every(tokens => tokens > 1000))
  })

  it('asks all at once with --no-warm', async () => {
    using folder = temporaryFolder()
    await using server = await startLoopback({ key: KEY, latencyMs: 100 })
    const { exitCode } = await evaluate(folder.path, server, '--model', 'gpt-4o-mini', '--no-warm')
    assert.equal(exitCode, 0)
    assert.ok(server.mostInFlight > 10, `${server.mostInFlight} at once`)
    assert.equal(cachedTokens(folder.path)[1], 0)
  })

  it('never asks more at once than --concurrency', async () => {
    using folder = temporaryFolder()
    await using server = await startLoopback({ key: KEY, latencyMs: 10 })
    await evaluate(folder.path, server, '--model', 'gpt-4o-mini', '--no-warm', '--concurrency', '3')
    assert.equal(server.mostInFlight, 3)
  })

  it('goes on with one model while another is told to wait', async () => {
    using folder = temporaryFolder()
    let isFirst = true
    const answer = ({ model }: { model: string }) => {
      if (!isFirst || model !== 'openai/gpt-4o-mini') return undefined
      isFirst = false
      return rateLimited(1)
    }
    await using server = await startLoopback({ key: KEY, answer })
    const models = ['--model', 'openai/gpt-4o-mini', '--model', 'openai/gpt-4o']
    const { exitCode, stderr } = await evaluate(folder.path, server, ...models)
    assert.equal(exitCode, 0, stderr)
    const of = (model: string) => server.questions.filter(({ body }) => body?.model === model)
    const [refused, ...later] = of('openai/gpt-4o-mini')
    assert.equal(refused?.status, 429)
    for (const { startedAt } of later) assert.ok(startedAt >= (refused?.startedAt ?? 0) + 1000)
    const lastOther = Math.max(...of('openai/gpt-4o').map(({ endedAt }) => endedAt ?? Number.POSITIVE_INFINITY))
    assert.ok(lastOther < (later[0]?.startedAt ?? 0), 'the other model was done before the pause was over')
  })

  it('remembers for the next run how much a server bore', async () => {
    using folder = temporaryFolder()
    await using server = await startLoopback({ key: KEY, rateLimit: { perSecond: 30, burst: 4 } })
    const first = await evaluate(folder.path, server, '--model', 'gpt-4o-mini', '--repeats', '4')
    assert.equal(first.exitCode, 0, first.stderr)
    const memory = JSON.parse(readFileSync(join(folder.path, '.cache/pace.json'), 'utf8'))
    const { rate } = memory[`${new URL(server.url).host} openai/gpt-4o-mini`]
    assert.ok(rate.perSecond > 5 && rate.perSecond < 100, JSON.stringify(rate))
    const refused = () => server.questions.filter(({ status }) => status === 429).length
    const before = refused()
    await evaluate(folder.path, server, '--model', 'gpt-4o-mini', '--repeats', '6')
    assert.ok(refused() - before < before, `${before} refused, then ${refused() - before}`)
  })
})
