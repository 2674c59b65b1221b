import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UserError } from '../../errors.ts'
import { batchWrites } from './batch-writes.ts'

/** Remembers each batch that was written. */
function recorder(refuses: (items: string[]) => Error | undefined = () => undefined) {
  const batches: string[][] = []
  const write = batchWrites(async (items: string[]) => {
    const error = refuses(items)
    if (error) throw error
    batches.push(items)
    return items.map(item => item.toUpperCase())
  })
  return { batches, write }
}

describe('batchWrites', () => {
  it('writes together what comes together, and gives each its result', async () => {
    const { batches, write } = recorder()
    assert.deepEqual(await Promise.all(['a', 'b', 'c'].map(write)), ['A', 'B', 'C'])
    await write('d')
    assert.deepEqual(batches, [['a', 'b', 'c'], ['d']])
  })

  it('does not wait for more when there are many already', async () => {
    const { batches, write } = recorder()
    await Promise.all([...'abcdefghij'].map(write))
    assert.deepEqual(
      batches.map(batch => batch.join('')),
      ['abcdefgh', 'ij'],
    )
  })

  it('writes the others although one cannot be written', async () => {
    const { batches, write } = recorder(items => (items.includes('bad') ? new Error('no room') : undefined))
    const bad = write('bad')
    const good = ['a', 'b'].map(write)
    await assert.rejects(bad, /no room/)
    assert.deepEqual(await Promise.all(good), ['A', 'B'])
    assert.deepEqual(batches, [['a'], ['b']])
  })

  it('gives up the whole batch when another program keeps the lock: each alone would wait as long again', async () => {
    let tries = 0
    const { write } = recorder(() => {
      tries++
      return new UserError('locked', { isPassing: true })
    })
    const results = await Promise.allSettled(['a', 'b'].map(write))
    assert.deepEqual([tries, results.map(({ status }) => status)], [1, ['rejected', 'rejected']])
  })
})
