import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UserError } from '../errors.ts'
import { createWriter } from './writer.ts'

const never = new AbortController().signal

/** Remembers what was written in each transaction; one that throws writes nothing. */
function recorder() {
  const commits: string[][] = []
  const kinds: (string | undefined)[] = []
  let open: string[] = []
  return {
    commits,
    kinds,
    put: (what: string) => () => {
      open.push(what)
      return what
    },
    transaction<T>(work: () => T, kind?: string): T {
      kinds.push(kind)
      open = []
      const result = work()
      commits.push(open)
      return result
    },
  }
}

describe('createWriter', () => {
  it('commits together what comes together, and gives each its result', async () => {
    const store = recorder()
    const writer = createWriter(store, never)
    const results = await Promise.all(['a', 'b', 'c'].map(what => writer.write(store.put(what))))
    assert.deepEqual([results, store.commits], [['a', 'b', 'c'], [['a', 'b', 'c']]])
    await writer.write(store.put('d'))
    assert.deepEqual(store.commits[1], ['d'])
  })

  it('waits for the disk when one of those that come together wants it', async () => {
    const store = recorder()
    const writer = createWriter(store, never)
    await Promise.all([writer.announce(store.put('a')), writer.announce(store.put('b'))])
    await Promise.all([writer.announce(store.put('c')), writer.write(store.put('d'))])
    assert.deepEqual(store.commits, [
      ['a', 'b'],
      ['c', 'd'],
    ])
    assert.deepEqual(store.kinds, ['passing', 'lasting'])
  })

  it('writes the others although one cannot be written', async () => {
    const store = recorder()
    const writer = createWriter(store, never)
    const bad = writer.write(() => {
      throw new Error('no room')
    })
    const good = ['a', 'b'].map(what => writer.write(store.put(what)))
    await assert.rejects(bad, /no room/)
    assert.deepEqual(await Promise.all(good), ['a', 'b'])
    assert.deepEqual(store.commits, [['a'], ['b']])
  })

  it('tries again while another program has the lock', async () => {
    const store = recorder()
    let locks = 2
    const transaction = <T>(work: () => T): T => {
      if (locks-- > 0) throw new UserError('locked', { isPassing: true })
      return store.transaction(work)
    }
    assert.equal(await createWriter({ transaction }, never).write(store.put('a')), 'a')
    assert.deepEqual(store.commits, [['a']])
  })
})
