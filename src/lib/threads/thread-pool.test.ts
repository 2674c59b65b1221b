import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '../../errors.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { ThreadError } from './thread-error.ts'
import { createThreadPool, type PoolOptions } from './thread-pool.ts'

const SERVE_JOBS = new URL('./serve-jobs.ts', import.meta.url).href
const ERRORS = new URL('../../errors.ts', import.meta.url).href

/** A thread that does what its job says. */
const OBEDIENT = `import { setTimeout as sleep } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { UserError } from '${ERRORS}'
import { serveJobs, threadInput } from '${SERVE_JOBS}'
const { input, heartbeat } = threadInput()
if (input === 'do not start') throw new Error('nothing to start from')
serveJobs({
  async work(job, tell) {
    Atomics.add(heartbeat, 0, 1)
    if (job === 'throw') throw new RangeError('cannot do it')
    if (job === 'throw for the user') throw new UserError('no database', { tryThis: 'npm start', exitCode: 2 })
    if (job === 'die') process.exit(7)
    if (job === 'die later') setTimeout(() => process.exit(7), 20)
    if (job === 'fail unseen') { setImmediate(() => { throw new Error('out of nowhere') }); await sleep(60_000) }
    if (job === 'block') for (;;);
    if (job === 'grow') { const list = []; for (;;) list.push(new Array(1000).fill(list.length)) }
    if (job === 'answer with a function') return () => {}
    if (job === 'tell') for (const note of ['one', 'two']) tell(note)
    if (job === 'wait') await sleep(20)
    return { job, threadId, input }
  },
})`

interface Done {
  job: string
  threadId: number
  input: unknown
}

function poolOf(folder: { path: string; write(files: Record<string, string>): void }, options: Partial<PoolOptions>) {
  folder.write({ 'obedient.mjs': OBEDIENT })
  const file = new URL(`file://${folder.path}/obedient.mjs`)
  return createThreadPool<string, Done, string>({ file, width: 1, ...options })
}

const isThreadError = (kind: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ThreadError)
  assert.equal(error.kind, kind)
  assert.match(error.message, message)
  return true
}

describe('createThreadPool', () => {
  it('answers every job, in no more threads than it may have', async () => {
    using folder = temporaryFolder()
    await using pool = poolOf(folder, { width: 2, input: 'hello' })
    const answers = await Promise.all(['1', '2', '3', '4', '5'].map(job => pool.run(job)))
    assert.deepEqual(
      answers.map(({ job, input }) => `${job} ${input}`),
      ['1 hello', '2 hello', '3 hello', '4 hello', '5 hello'],
    )
    assert.equal(new Set(answers.map(({ threadId }) => threadId)).size, 2)
  })

  it('starts no second thread for jobs that come one after the other', async () => {
    using folder = temporaryFolder()
    await using pool = poolOf(folder, { width: 2 })
    const [first, second] = [await pool.run('1'), await pool.run('2')]
    assert.equal(first.threadId, second.threadId)
  })

  it('begins jobs in the order in which they come', async () => {
    using folder = temporaryFolder()
    await using pool = poolOf(folder, {})
    const done: string[] = []
    await Promise.all(['1', '2', '3', '4'].map(async job => done.push((await pool.run(job)).job)))
    assert.deepEqual(done, ['1', '2', '3', '4'])
  })

  it('passes notes of a running job on', async () => {
    using folder = temporaryFolder()
    await using pool = poolOf(folder, {})
    const notes: string[] = []
    await pool.run('tell', { onNote: note => notes.push(note) })
    assert.deepEqual(notes, ['one', 'two'])
  })

  it('keeps a thread with a group while the group has jobs', async () => {
    using folder = temporaryFolder()
    await using pool = poolOf(folder, {})
    const done: string[] = []
    const run = async (job: string, group: string) => done.push((await pool.run(job, { group })).job)
    await Promise.all([run('a1', 'a'), run('b1', 'b'), run('a2', 'a'), run('b2', 'b')])
    assert.deepEqual(done, ['a1', 'a2', 'b1', 'b2'])
  })

  it('begins with a thread for each group', async () => {
    using folder = temporaryFolder()
    await using pool = poolOf(folder, { width: 2 })
    const [a, , b] = await Promise.all([
      pool.run('a1', { group: 'a' }),
      pool.run('a2', { group: 'a' }),
      pool.run('b1', { group: 'b' }),
    ])
    assert.notEqual(a.threadId, b.threadId)
  })

  for (const job of ['throw', 'die', 'fail unseen', 'answer with a function', 'grow']) {
    it(`hands on what waits when a job makes its thread ${job}`, { timeout: 60_000 }, async () => {
      using folder = temporaryFolder()
      await using pool = poolOf(folder, { resourceLimits: { maxOldGenerationSizeMb: 16 } })
      const failing = assert.rejects(pool.run(job))
      const waiting = ['1', '2'].map(one => pool.run(one))
      await failing
      assert.deepEqual(
        (await Promise.all(waiting)).map(done => done.job),
        ['1', '2'],
      )
    })
  }

  it('says what a job threw', async () => {
    using folder = temporaryFolder()
    await using pool = poolOf(folder, {})
    await assert.rejects(pool.run('throw'), { name: 'RangeError', message: 'cannot do it', stack: /obedient\.mjs/ })
  })

  it('keeps a UserError as such', async () => {
    using folder = temporaryFolder()
    await using pool = poolOf(folder, {})
    await assert.rejects(pool.run('throw for the user'), error => {
      assert.ok(error instanceof UserError)
      assert.deepEqual([error.message, error.tryThis, error.exitCode], ['no database', 'npm start', 2])
      return true
    })
  })

  it('says that a thread died', async () => {
    using folder = temporaryFolder()
    await using pool = poolOf(folder, {})
    await assert.rejects(pool.run('die'), isThreadError('died', /exit code 7/))
    await assert.rejects(pool.run('fail unseen'), isThreadError('died', /out of nowhere/))
  })

  it('replaces a thread that died while it had nothing to do', { timeout: 60_000 }, async () => {
    using folder = temporaryFolder()
    await using pool = poolOf(folder, {})
    const { threadId } = await pool.run('die later')
    // Until then, a job may still be answered, or meet the death of the thread.
    for (;;) {
      const next = await pool.run('1').catch(isThreadError('died', /exit code 7/))
      if (typeof next === 'object' && next.threadId !== threadId) break
      await sleep(5)
    }
  })

  it('says what is wrong with a job that cannot be sent', async () => {
    using folder = temporaryFolder()
    await using pool = poolOf(folder, {})
    const unsendable = (() => {}) as unknown as string
    const failing = assert.rejects(pool.run(unsendable), { name: 'DataCloneError' })
    const next = pool.run('1')
    await failing
    assert.equal((await next).job, '1')
  })

  it('says so when the file of its threads is missing', async () => {
    await using pool = createThreadPool({ file: new URL('./missing.mjs', import.meta.url), width: 1 })
    await assert.rejects(pool.run('1'), isThreadError('not started', /missing\.mjs/))
    await using wrong = createThreadPool({ file: new URL('https://example.org/a.mjs'), width: 1 })
    await assert.rejects(wrong.run('1'), /scheme file/)
  })

  it('lets a watchdog end a thread that is blocked, and goes on', { timeout: 60_000 }, async () => {
    using folder = temporaryFolder()
    let stopped = 0
    await using pool = poolOf(folder, {
      watch({ heartbeat, cpuMs, end }) {
        const timer = setInterval(async () => {
          if (Atomics.load(heartbeat, 0) === 1 && ((await cpuMs()) ?? 0) > 50) end('it is blocked')
        }, 20)
        return {
          [Symbol.dispose]() {
            stopped++
            clearInterval(timer)
          },
        }
      },
    })
    const blocked = assert.rejects(pool.run('block'), isThreadError('ended', /it is blocked/))
    const next = pool.run('next')
    await blocked
    assert.equal((await next).job, 'next')
    assert.equal(stopped, 2)
  })

  it('fails every job at once where no thread can be started', async () => {
    using folder = temporaryFolder()
    await using pool = poolOf(folder, { input: 'do not start' })
    const jobs = ['1', '2', '3'].map(job => pool.run(job))
    for (const job of jobs) await assert.rejects(job, isThreadError('not started', /nothing to start from/))
  })

  it('never begins a job that is no longer wanted', async () => {
    using folder = temporaryFolder()
    await using pool = poolOf(folder, {})
    const stop = new AbortController()
    const first = pool.run('1', { signal: stop.signal })
    const unwanted = assert.rejects(pool.run('2', { signal: stop.signal }), { name: 'AbortError' })
    const last = pool.run('3')
    await first
    stop.abort()
    await unwanted
    assert.equal((await last).job, '3')
  })

  it('leaves no job without an answer when it is closed', async () => {
    using folder = temporaryFolder()
    const pool = poolOf(folder, {})
    const running = assert.rejects(pool.run('block'), ThreadError)
    const waiting = assert.rejects(pool.run('1'), isThreadError('ended', /closed/))
    await new Promise(resolve => setImmediate(resolve))
    await pool[Symbol.asyncDispose]()
    await Promise.all([running, waiting])
  })
})
