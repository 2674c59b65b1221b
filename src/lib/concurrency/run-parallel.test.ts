import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { runParallel } from './run-parallel.ts'

/** Gives these, one after the other. */
function from<T>(items: T[]): () => Promise<T | undefined> {
  const left = [...items]
  return async () => left.shift()
}

describe('runParallel', () => {
  it('does everything once, so many at a time', async () => {
    let running = 0
    let most = 0
    const done: number[] = []
    const work = async (item: number) => {
      running++
      most = Math.max(most, running)
      await sleep(1)
      running--
      done.push(item)
    }
    await runParallel(from([1, 2, 3, 4, 5, 6, 7]), 3, work)
    assert.deepEqual(done.sort(), [1, 2, 3, 4, 5, 6, 7])
    assert.equal(most, 3)
  })

  it('waits for the others when one throws, and then throws', async () => {
    let isDone = false
    const work = async (item: number) => {
      if (item === 1) throw new Error('first')
      await sleep(20)
      isDone = true
    }
    await assert.rejects(runParallel(from([1, 2]), 2, work), /first/)
    assert.equal(isDone, true)
  })

  it('lets timers and signals in between work that is done at once', async () => {
    let isStopped = false
    setTimeout(() => {
      isStopped = true
    }, 5)
    let count = 0
    const work = async () => {
      count++
      assert.ok(count < 1e7, 'the timer never came')
    }
    await runParallel(async () => (isStopped ? undefined : 0), 2, work)
  })
})
