import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createJobQueue } from './job-queue.ts'

const NONE = new Set<string>()

function queueOf(jobs: Record<string, string[]>) {
  const queue = createJobQueue<string>()
  for (const [group, names] of Object.entries(jobs)) for (const name of names) queue.add(name, group, false)
  return queue
}

describe('createJobQueue', () => {
  it('gives the jobs of one group in order', () => {
    const queue = queueOf({ a: ['1', '2', '3'] })
    assert.deepEqual(
      [1, 2, 3, 4].map(() => queue.take(undefined, NONE)?.job),
      ['1', '2', '3', undefined],
    )
  })

  it('puts a job that is next before the others of its group', () => {
    const queue = queueOf({ a: ['1'], b: ['2'] })
    queue.add('again', 'b', true)
    assert.equal(queue.take('b', NONE)?.job, 'again')
  })

  it('keeps a thread with its group while the group has jobs', () => {
    const queue = queueOf({ a: ['1'], b: ['2', '3', '4'], c: ['5', '6'] })
    assert.deepEqual(queue.take('c', new Set(['a', 'b', 'c'])), { job: '5', group: 'c' })
  })

  it('sends a thread to a group that no other thread works on', () => {
    const queue = queueOf({ a: ['1', '2', '3'], b: ['4'], c: ['5', '6'] })
    assert.deepEqual(queue.take('gone', new Set(['a'])), { job: '4', group: 'b' })
  })

  it('else sends it to the group with most jobs', () => {
    const queue = queueOf({ a: ['1', '2'], b: ['3', '4', '5'], c: ['6'] })
    assert.deepEqual(queue.take('gone', new Set(['a', 'b', 'c'])), { job: '3', group: 'b' })
  })

  it('is empty once it was cleared', () => {
    const queue = queueOf({ a: ['1'], b: ['2'] })
    assert.deepEqual(queue.clear(), ['1', '2'])
    assert.equal(queue.take('a', NONE), undefined)
  })
})
