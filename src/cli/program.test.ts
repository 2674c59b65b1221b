import assert from 'node:assert/strict'
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../lib/statistics/seeded-random.ts'
import { type Loopback, startLoopback } from '../lib/testing/loopback/start-loopback.ts'
import { SAMPLE_CORPUS } from '../lib/testing/sample-corpus.ts'
import { type TemporaryFolder, temporaryFolder } from '../lib/testing/temporary-folder.ts'

const BIN = join(import.meta.dirname, '../../bin/security-bench.js')
const REPLY = '{"explanation": "x", "assessment": "bad", "violated_rules": []}'

/** A corpus, and a program that takes a moment to answer and leaves a mark for every question. */
function workplace(seconds: number): TemporaryFolder {
  const folder = temporaryFolder()
  folder.write(Object.fromEntries(Object.entries(SAMPLE_CORPUS).map(([name, text]) => [`corpus/${name}`, text])))
  folder.write({ 'slow.sh': `cat > /dev/null; echo >> ${folder.path}/asked; sleep ${seconds}; echo '${REPLY}'` })
  return folder
}

function evaluate(folder: TemporaryFolder): ChildProcessWithoutNullStreams {
  const words = [
    'evaluate',
    '--tests',
    'corpus',
    '--db',
    'results.db',
    '--concurrency',
    '2',
    '--model',
    'command:sh slow.sh',
  ]
  return spawn(process.execPath, [BIN, ...words], { cwd: folder.path })
}

/** 120 questions to a server, eight at a time. */
function evaluateAt(folder: TemporaryFolder, server: Loopback): ChildProcessWithoutNullStreams {
  const words = ['evaluate', '--tests', 'corpus', '--db', 'results.db', '--model', 'gpt-4o-mini']
  const env = { OPENROUTER_API_KEY: 'k', OPENROUTER_BASE_URL: server.url, SECURITY_BENCH_CACHE: folder.path }
  const flags = ['--repeats', '20', '--concurrency', '8', '--no-warm']
  return spawn(process.execPath, [BIN, ...words, ...flags], { cwd: folder.path, env: { ...process.env, ...env } })
}

async function ended(child: ChildProcessWithoutNullStreams): Promise<{ code: number | null; stderr: string }> {
  let stderr = ''
  child.stderr.on('data', chunk => {
    stderr += chunk
  })
  child.stdout.resume()
  const [code] = await once(child, 'close')
  return { code, stderr }
}

function asked({ path }: TemporaryFolder): number {
  const file = join(path, 'asked')
  return existsSync(file) ? readFileSync(file, 'utf8').length : 0
}

function stored({ path }: TemporaryFolder): number {
  const database = new DatabaseSync(join(path, 'results.db'))
  assert.equal(database.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok')
  const row = database.prepare('SELECT count(*) AS n, count(DISTINCT key) AS keys FROM evaluations').get()
  database.close()
  assert.equal(row?.n, row?.keys, 'nothing is stored twice')
  return Number(row?.n)
}

async function until(isReached: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1000 && !isReached(); tries++) await sleep(10)
  assert.ok(isReached(), 'this never happened')
}

describe('the program', () => {
  it('loses at most what is in flight to kill -9, and goes on from there', async () => {
    using folder = workplace(0.3)
    const first = evaluate(folder)
    await until(() => asked(folder) >= 3)
    first.kill('SIGKILL')
    await ended(first)
    const before = stored(folder)
    assert.ok(before >= asked(folder) - 2, `${before} stored of ${asked(folder)} asked`)
    const { code } = await ended(evaluate(folder))
    assert.equal(code, 0)
    assert.equal(stored(folder), 6)
    assert.ok(asked(folder) <= 8, `${asked(folder)} calls for 6 answers`)
  })

  it('bears kill -9 again and again: nothing is lost but what was in flight, and nothing is stored twice', async () => {
    using folder = workplace(0)
    await using server = await startLoopback({ key: 'k', latencyMs: 40 })
    const kills = 6
    const random = seededRandom('kill -9')
    for (let nth = 1; nth <= kills; nth++) {
      const child = evaluateAt(folder, server)
      const before = server.questions.length
      await until(() => server.questions.length > before)
      await sleep(random() * 200)
      child.kill('SIGKILL')
      await ended(child)
    }
    const { code, stderr } = await ended(evaluateAt(folder, server))
    assert.equal(code, 0, stderr)
    assert.equal(stored(folder), 120)
    const most = 120 + kills * 8
    assert.ok(server.questions.length <= most, `${server.questions.length} calls; ${most} at most`)
    assert.ok(server.questions.length > 120, 'some were in flight')
  })

  it('shares the work between two runs on one database, and asks nothing twice', async () => {
    using folder = workplace(0.2)
    const runs = [evaluate(folder), evaluate(folder)].map(ended)
    for (const { code, stderr } of await Promise.all(runs)) assert.equal(code, 0, stderr)
    assert.deepEqual([asked(folder), stored(folder)], [6, 6])
  })

  it('finishes and stores what is in flight on Ctrl-C, even when npm passes the key on as well', async () => {
    using folder = workplace(1)
    const child = evaluate(folder)
    const end = ended(child)
    await until(() => asked(folder) === 2)
    child.kill('SIGINT')
    child.kill('SIGINT')
    const { code, stderr } = await end
    assert.equal(code, 130)
    assert.match(stderr, /Stopping: finishing what is in flight\. Ctrl-C again leaves at once\./)
    assert.match(stderr, /2 answered now, 4 not asked\.\nRun the same command again, without --force, to go on/)
    assert.equal(stored(folder), 2)
  })

  it('leaves at once on a second Ctrl-C and takes its programs along', async () => {
    using folder = workplace(30)
    folder.write({ 'slow.sh': `echo $$ >> ${folder.path}/pids; echo >> ${folder.path}/asked; sleep 30` })
    const child = evaluate(folder)
    const end = ended(child)
    const stopping = new Promise<void>(resolve =>
      child.stderr.on('data', text => String(text).includes('Stopping') && resolve()),
    )
    await until(() => asked(folder) === 2)
    child.kill('SIGINT')
    await stopping
    await sleep(700)
    child.kill('SIGINT')
    assert.equal((await end).code, 130)
    const pids = readFileSync(join(folder.path, 'pids'), 'utf8').trim().split('\n').map(Number)
    await until(() => pids.every(pid => !existsSync(`/proc/${pid}`)))
    assert.equal(stored(folder), 0)
  })

  it('does not mind a reader that leaves', async () => {
    using folder = workplace(0)
    const child = evaluate(folder)
    child.stdout.destroy()
    const { code, stderr } = await ended(child)
    assert.equal(code, 0, stderr)
    assert.equal(stored(folder), 6)
  })

  it('tells an older Node which it needs and how to get it', async () => {
    const pretend = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.20.2"}})'
    const { code, stderr } = await ended(spawn(process.execPath, ['--import', pretend, BIN, 'evaluate']))
    assert.equal(code, 2)
    assert.match(stderr, /needs Node 24\.15 or newer; this is Node 20\.20\.2\.\nTry: run `npm run setup`/)
  })
})
