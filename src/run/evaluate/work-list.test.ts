import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sampleQuestion } from '../../lib/testing/sample-question.ts'
import { createWorkList, type Work, type WorkList } from './work-list.ts'

const never = new AbortController().signal

/** A list whose n-th question belongs to the n-th application of `applications`: 'aab' has two of a and one of b. */
function listOf(applications: string, more: { isWarming?: boolean; stop?: AbortSignal; warmUpMs?: number } = {}) {
  const { isWarming = true, stop = never, warmUpMs = 60_000 } = more
  const list = {
    length: applications.length,
    at: (index: number) => sampleQuestion({ key: `${applications[index]}${index}` }),
    prefixOf: (index: number) => applications[index] ?? '',
  }
  return createWorkList({ list, open: [...applications].map((_, index) => index), isWarming, warmUpMs, stop })
}

/** As many workers as the list has questions, each asking for one; `given` is what they have got until now. */
function wait(list: WorkList): { given: Work[]; keys: () => Promise<string[]> } {
  const given: Work[] = []
  for (let worker = 0; worker < 6; worker++) list.next().then(work => work && given.push(work))
  const keys = async () => {
    await new Promise(resolve => setImmediate(resolve))
    return given.map(({ question }) => question.key)
  }
  return { given, keys }
}

describe('createWorkList', () => {
  it('gives one question of each application first, and the others when it is answered', async () => {
    const { given, keys } = wait(listOf('aaabbb'))
    assert.deepEqual(await keys(), ['a0', 'b3'])
    given[1]?.end(true)
    assert.deepEqual(await keys(), ['a0', 'b3', 'b4', 'b5'])
    given[0]?.end(true)
    assert.deepEqual(await keys(), ['a0', 'b3', 'b4', 'b5', 'a1', 'a2'])
  })

  it('gives everything at once when there is nothing to warm', async () => {
    assert.deepEqual(await wait(listOf('aab', { isWarming: false })).keys(), ['a0', 'a1', 'b2'])
  })

  it('takes another one first when the first was not asked after all', async () => {
    const { given, keys } = wait(listOf('aaa'))
    await keys()
    given[0]?.end(false)
    assert.deepEqual(await keys(), ['a0', 'a1'])
  })

  it('does not wait for a first call that is stuck', async () => {
    const list = listOf('aa', { warmUpMs: 1 })
    assert.equal((await list.next())?.question.key, 'a0')
    // The list keeps no process alive by its patience.
    const alive = setTimeout(() => {}, 10_000)
    assert.equal((await list.next())?.question.key, 'a1')
    clearTimeout(alive)
  })

  it('ends when the run is stopped', async () => {
    const stop = new AbortController()
    const list = listOf('aa', { stop: stop.signal })
    await list.next()
    const waiting = list.next()
    stop.abort()
    assert.equal(await waiting, undefined)
  })

  it('does not warm an application again that it comes back to', async () => {
    const { given, keys } = wait(listOf('abaa'))
    assert.deepEqual(await keys(), ['a0', 'b1'])
    given[0]?.end(true)
    assert.deepEqual(await keys(), ['a0', 'b1', 'a2', 'a3'])
  })
})
