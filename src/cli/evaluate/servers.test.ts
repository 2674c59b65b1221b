import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { changed, refusal, truncated } from '../../lib/testing/loopback/broken-replies.ts'
import {
  contextLength,
  dailyQuota,
  moderated,
  outOfCredits,
  rateLimited,
  raw,
  unauthorized,
} from '../../lib/testing/loopback/faults.ts'
import { type Loopback, startLoopback } from '../../lib/testing/loopback/start-loopback.ts'
import { SAMPLE_CORPUS } from '../../lib/testing/sample-corpus.ts'
import { type TemporaryFolder, temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { runCaptured } from '../testing/run-captured.ts'

const KEY = 'sk-or-v1-very-secret'

function workplace(): TemporaryFolder {
  const folder = temporaryFolder()
  folder.write(Object.fromEntries(Object.entries(SAMPLE_CORPUS).map(([name, text]) => [`corpus/${name}`, text])))
  return folder
}

/** The real command against OpenRouter's stand-in. */
function evaluate(folder: TemporaryFolder, server: Loopback, ...words: string[]) {
  const env = { OPENROUTER_API_KEY: KEY, OPENROUTER_BASE_URL: server.url }
  return runCaptured(['evaluate', '--tests', 'corpus', '--db', 'results.db', ...words], folder.path, { env })
}

function rows(folder: TemporaryFolder, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(folder.path, 'results.db'))
  const found = database.prepare(sql).all()
  database.close()
  return found.map(row => ({ ...row }))
}

describe('evaluate on OpenRouter', () => {
  it('resolves a bare name, asks, stores and keeps where every answer came from', async () => {
    using folder = workplace()
    await using server = await startLoopback({ key: KEY })
    const { exitCode, stdout, stderr } = await evaluate(folder, server, '--model', 'gpt-4o-mini')
    assert.equal(exitCode, 0, stderr)
    assert.match(stdout, /openai\/gpt-4o-mini +50\.0%/)
    assert.match(stderr, /6 answered now, \$0\.\d+ spent\./)
    const [row] = rows(
      folder,
      'SELECT model_name, typed_name, host, provider, served_model, finish_reason, generation_id, attempts, cost > 0 AS has_cost, prompt_tokens > 0 AS has_tokens, named_rules FROM evaluations',
    )
    assert.deepEqual(row, {
      model_name: 'openai/gpt-4o-mini',
      typed_name: 'gpt-4o-mini',
      host: new URL(server.url).host,
      provider: row?.provider,
      served_model: 'openai/gpt-4o-mini-2024-07-18',
      finish_reason: 'stop',
      generation_id: row?.generation_id,
      attempts: 1,
      has_cost: 1,
      has_tokens: 1,
      named_rules: '["R1"]',
    })
    assert.match(String(row?.generation_id), /^gen-/)
    assert.ok(row?.provider)
    const again = await evaluate(folder, server, '--model', 'openai/gpt-4o-mini')
    assert.match(again.stderr, /0 to ask, 6 answered before/)
  })

  it('suggests names, and wants a key before it asks', async () => {
    using folder = workplace()
    await using server = await startLoopback({ key: KEY })
    const typo = await evaluate(folder, server, '--model', 'gpt-4o-mni')
    assert.equal(typo.exitCode, 2)
    assert.match(typo.stderr, /there is no model "gpt-4o-mni"; did you mean openai\/gpt-4o-mini/)
    const words = ['evaluate', '--tests', 'corpus', '--db', 'results.db', '--model', 'gpt-4o-mini']
    const keyless = await runCaptured(words, folder.path, { env: {}, root: projectCopy(folder) })
    assert.equal(keyless.exitCode, 2)
    assert.match(keyless.stderr, /OPENROUTER_API_KEY is not set\.\nTry: put OPENROUTER_API_KEY=your-key into \.env/)
  })

  it('reads the key from .env', async () => {
    using folder = workplace()
    await using server = await startLoopback({ key: KEY })
    const root = projectCopy(folder)
    folder.write({ 'project/.env': `OPENROUTER_API_KEY="${KEY}"\n` })
    const words = ['evaluate', '--tests', 'corpus', '--db', 'results.db', '--model', 'gpt-4o-mini']
    const { exitCode, stderr } = await runCaptured(words, folder.path, {
      env: { OPENROUTER_BASE_URL: server.url },
      root,
    })
    assert.equal(exitCode, 0, stderr)
  })

  it('stops a model at once when nothing else can come, says what to do, and the others go on', async () => {
    for (const [fault, message] of [
      [unauthorized(), /stopped openai\/gpt-4o-mini: .*key/i],
      [outOfCredits(), /stopped openai\/gpt-4o-mini: .*credits/i],
      [dailyQuota(), /stopped openai\/gpt-4o-mini: .*quota/i],
    ] as const) {
      using folder = workplace()
      await using server = await startLoopback({
        key: KEY,
        answer: request => (request.model.includes('mini') ? fault : undefined),
      })
      const models = ['--model', 'gpt-4o-mini', '--model', 'openai/gpt-4o']
      const { exitCode, stderr } = await evaluate(folder, server, '--concurrency', '1', ...models)
      assert.equal(exitCode, 1)
      assert.match(stderr, message)
      assert.match(stderr, /6 answered now, 1 failed, 5 not asked/)
      const [{ cost } = {}] = rows(folder, 'SELECT sum(cost) AS cost FROM failures')
      assert.equal(cost, 0, 'an error is not charged')
      assert.equal(server.questions.filter(({ body }) => JSON.stringify(body).includes('gpt-4o-mini')).length, 1)
    }
  })

  it('takes a refusal for an answer without a verdict, and a prompt that is too long for a failure of that case', async () => {
    using folder = workplace()
    let nth = 0
    const answers = [refusal(), moderated(), truncated(), contextLength()]
    await using server = await startLoopback({ key: KEY, answer: () => answers[nth++] })
    const { exitCode, stderr } = await evaluate(folder, server, '--concurrency', '1', '--model', 'gpt-4o-mini')
    assert.equal(exitCode, 1)
    assert.match(stderr, /5 answered now, 1 failed, .*3 without a verdict/)
    assert.deepEqual(
      rows(folder, 'SELECT actual_result FROM evaluations ORDER BY id').map(row => row.actual_result),
      ['refused', 'refused', 'truncated', 'bad', 'bad'],
    )
  })

  it('says what it would cost without a key, and asks nothing', async () => {
    using folder = workplace()
    await using server = await startLoopback({ key: KEY })
    const env = { OPENROUTER_BASE_URL: server.url }
    const words = ['evaluate', '--tests', 'corpus', '--db', 'results.db', '--dry-run', '--model', 'gpt-4o-mini']
    const { exitCode, stdout } = await runCaptured(words, folder.path, { env, root: projectCopy(folder) })
    assert.equal(exitCode, 0)
    assert.match(stdout, /openai\/gpt-4o-mini +6 +[\d,]+ +[\d,]+ +3,600 +\$0\.\d{4} +\$0\.\d{4}\n/)
    assert.equal(server.questions.length, 0)
    assert.equal(readdirSync(folder.path).includes('results.db'), false)
  })

  it('stops asking before --max-cost is passed', async () => {
    using folder = workplace()
    await using server = await startLoopback({ key: KEY, answer: () => changed({ usage: { cost: 0.05 } }) })
    const { exitCode, stderr } = await evaluate(
      folder,
      server,
      '--model',
      'anthropic/claude-3-opus',
      '--max-cost',
      '0.12',
    )
    assert.equal(exitCode, 1)
    assert.match(stderr, /stopped anthropic\/claude-3-opus: --max-cost 0\.12 would be passed/)
    const [{ spent, n } = {}] = rows(folder, 'SELECT sum(cost) AS spent, count(*) AS n FROM evaluations')
    assert.deepEqual([n, spent], [2, 0.1])
  })

  it("keeps both keys out of a program's environment", async () => {
    using folder = workplace()
    folder.write({ 'env.sh': 'cat > /dev/null; env >&2; exit 1' })
    const env = { PATH: process.env.PATH, OPENROUTER_API_KEY: KEY, OTHER_KEY: 'also-secret', HARMLESS: 'seen' }
    const words = [
      'evaluate',
      '--tests',
      'corpus',
      '--db',
      'results.db',
      '--filter',
      '01',
      '--model',
      'command:sh env.sh',
    ]
    const { stderr } = await runCaptured([...words, '--api-key-env', 'OTHER_KEY'], folder.path, { env })
    assert.match(stderr, /HARMLESS=seen/)
    assert.doesNotMatch(stderr, /very-secret|also-secret/)
  })

  it('does not let the others go on calling once the key was refused', async () => {
    using folder = workplace()
    let nth = 0
    const answer = () => (nth++ === 0 ? outOfCredits() : rateLimited(60))
    await using server = await startLoopback({ key: KEY, answer })
    const { stderr } = await evaluate(folder, server, '--no-warm', '--concurrency', '3', '--model', 'gpt-4o-mini')
    assert.equal(server.questions.length, 3)
    assert.equal(
      stderr.match(/credits/gi)?.length,
      stderr.match(/stopped openai[^\n]*/)?.[0].match(/credits/gi)?.length,
      stderr,
    )
  })

  it('sends what was asked for, as far as the model takes it', async () => {
    using folder = workplace()
    await using server = await startLoopback({ key: KEY })
    const flags = [
      '--temperature',
      '0',
      '--max-tokens',
      '2000',
      '--reasoning-effort',
      'low',
      '--no-structured',
      '--filter',
      '01',
    ]
    await evaluate(folder, server, '--model', 'openai/gpt-5.6-luna', '--model', 'openai/gpt-4o-mini', ...flags)
    const sent = rows(folder, 'SELECT model_name, sent, parameters FROM evaluations ORDER BY model_name DESC')
    assert.deepEqual(
      sent.map(row => [row.model_name, 'temperature' in JSON.parse(String(row.sent))]),
      [
        ['openai/gpt-5.6-luna', false],
        ['openai/gpt-4o-mini', true],
      ],
    )
    assert.equal(sent[0]?.parameters, '{"max_tokens":2000,"reasoning_effort":"low","structured":false,"temperature":0}')
  })

  it('lets the key reach nothing but the server', async () => {
    using folder = workplace()
    const echo = raw(
      401,
      { 'content-type': 'application/json' },
      JSON.stringify({ error: { message: `bad key ${KEY}`, code: 401 } }),
    )
    await using server = await startLoopback({ answer: (_, nth) => (nth > 3 ? echo : undefined) })
    const { stdout, stderr } = await evaluate(folder, server, '--concurrency', '1', '--model', 'gpt-4o-mini')
    const report = await runCaptured(['report', '--db', 'results.db', '--out', 'reports'], folder.path)
    assert.equal(report.exitCode, 0)
    const files = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    assert.ok(files.some(({ name }) => name.endsWith('.html')) && files.some(({ name }) => name === 'results.db'))
    for (const { parentPath, name } of files) {
      assert.equal(readFileSync(join(parentPath, name)).includes(KEY), false, name)
    }
    assert.equal((stdout + stderr + report.stdout + report.stderr).includes(KEY), false)
  })
})

describe('evaluate on another server', () => {
  it("passes names through, sends one user message and not OpenRouter's key", async () => {
    using folder = workplace()
    await using server = await startLoopback({ as: 'plain' })
    const words = ['--model', 'qwen3:8b', '--base-url', server.url]
    const { exitCode, stderr } = await evaluate(folder, server, ...words)
    assert.equal(exitCode, 0, stderr)
    const [call] = server.questions
    assert.equal(call?.headers.authorization, undefined)
    assert.ok(call)
    const { messages, model } = call.body as { messages: { role: string }[]; model: string }
    assert.deepEqual([model, messages.map(({ role }) => role)], ['qwen3:8b', ['user']])
    assert.equal(JSON.stringify(server.calls).includes(KEY), false)
  })

  it('tells one name on two servers apart', async () => {
    using folder = workplace()
    await using one = await startLoopback({ as: 'plain' })
    await using two = await startLoopback({ as: 'plain' })
    await evaluate(folder, one, '--model', 'llama3', '--base-url', one.url)
    const { stderr } = await evaluate(folder, two, '--model', 'llama3', '--base-url', two.url)
    assert.match(stderr, /6 to ask/)
    assert.equal(rows(folder, 'SELECT DISTINCT host FROM evaluations').length, 2)
  })

  it('sends the key that --api-key-env names', async () => {
    using folder = workplace()
    await using server = await startLoopback({ as: 'plain', key: 'local-key' })
    const words = ['evaluate', '--tests', 'corpus', '--db', 'results.db', '--model', 'llama3', '--base-url', server.url]
    const env = { LOCAL_KEY: 'local-key', OPENROUTER_API_KEY: KEY }
    const { exitCode } = await runCaptured([...words, '--api-key-env', 'LOCAL_KEY'], folder.path, { env })
    assert.equal(exitCode, 0)
    assert.equal(server.questions[0]?.headers.authorization, 'Bearer local-key')
  })

  it('says that --max-cost cannot be kept where prices are unknown', async () => {
    using folder = workplace()
    await using server = await startLoopback({ as: 'plain' })
    const { exitCode, stderr } = await evaluate(
      folder,
      server,
      '--model',
      'llama3',
      '--base-url',
      server.url,
      '--max-cost',
      '1',
    )
    assert.equal(exitCode, 2)
    assert.match(stderr, /the price of llama3 at .* is not known, so --max-cost cannot be kept/)
  })
})

describe('models', () => {
  it('lists names with price and context, without a key', async () => {
    using folder = temporaryFolder()
    await using server = await startLoopback({ key: KEY })
    const env = { OPENROUTER_BASE_URL: server.url }
    const { exitCode, stdout } = await runCaptured(['models', 'gpt-4o'], folder.path, {
      env,
      root: projectCopy(folder),
    })
    assert.equal(exitCode, 0)
    assert.match(stdout, /^model +\$ per million in +out +context\n/)
    assert.match(stdout, /openai\/gpt-4o-mini +0\.15 +0\.60 +128,000\n/)
    assert.equal(stdout.includes('claude'), false)
    assert.equal((await runCaptured(['models', 'zzz'], folder.path, { env })).exitCode, 1)
  })
})

describe('reread', () => {
  it('reads stored replies anew and says what changed', async () => {
    using folder = workplace()
    await using server = await startLoopback({ key: KEY })
    await evaluate(folder, server, '--model', 'gpt-4o-mini')
    const database = new DatabaseSync(join(folder.path, 'results.db'))
    database.exec(
      "UPDATE evaluations SET actual_result = 'unreadable', explanation = 'old' WHERE case_path LIKE '%03-bad%'",
    )
    database.close()
    const { exitCode, stdout, stderr } = await runCaptured(['reread', '--db', 'results.db'], folder.path)
    assert.equal(exitCode, 0)
    assert.equal(stdout, 'unreadable -> bad  notes/get-note-03-bad.md by openai/gpt-4o-mini\n')
    assert.match(stderr, /Replies read: 6\. Verdicts changed: 1\./)
    assert.equal(server.questions.length, 6)
  })
})

/** A project folder without a .env of its own, so that a developer's real key stays out of the tests. */
function projectCopy(folder: TemporaryFolder): string {
  folder.write({ 'project/evaluation-prompt.txt': 'Decide. Answer in JSON.', 'project/eval-prompts/other.txt': 'x' })
  return join(folder.path, 'project')
}
