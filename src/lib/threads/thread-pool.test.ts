import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createWorkerPool } from './thread-pool.ts'

const ECHO = `import { parentPort, threadId } from 'node:worker_threads'
parentPort.on('message', job => {
  if (job === 'bad') throw new Error('cannot do it')
  parentPort.postMessage({ job, threadId })
})`

describe('createWorkerPool', () => {
  it('answers every job, in no more threads than it may have', async () => {
    using folder = temporaryFolder()
    folder.write({ 'echo.mjs': ECHO })
    const file = new URL(`file://${folder.path}/echo.mjs`)
    await using pool = createWorkerPool<number, { job: number; threadId: number }>(file, 2)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(job => pool.run(job)))
    assert.deepEqual(
      answers.map(({ job }) => job),
      [1, 2, 3, 4, 5],
    )
    assert.equal(new Set(answers.map(({ threadId }) => threadId)).size, 2)
  })

  it('passes an error on', async () => {
    using folder = temporaryFolder()
    folder.write({ 'echo.mjs': ECHO })
    const file = new URL(`file://${folder.path}/echo.mjs`)
    await using pool = createWorkerPool<string, unknown>(file, 1)
    await assert.rejects(pool.run('bad'), /cannot do it/)
  })
})
