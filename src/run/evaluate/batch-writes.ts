import { UserError } from '../../errors.ts'

// Answers come in bursts, and their slots must not get free only when the whole burst is stored: the next calls would start
// together again, round after round.
const MOST_TOGETHER = 8

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Turns writes of single items into writes of batches: what comes together is committed together, and the disk or the
 * network is waited for once. `write` gives a result for each item.
 */
export function batchWrites<Item, Result>(
  write: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let isBusy = false
  let next: NodeJS.Immediate | undefined

  async function writeBatch(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await write(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      const isLocked = error instanceof UserError && error.isPassing
      // An item that cannot be written must not take the others along: they may have been paid for.
      if (batch.length > 1 && !isLocked) for (const one of batch) await writeBatch([one])
      else for (const { reject } of batch) reject(error)
    }
  }

  async function writeWaiting(): Promise<void> {
    clearImmediate(next)
    next = undefined
    const batch = waiting
    waiting = []
    isBusy = true
    await writeBatch(batch)
    isBusy = false
    plan()
  }

  function plan(): void {
    if (isBusy || waiting.length === 0) return
    if (waiting.length >= MOST_TOGETHER) writeWaiting()
    else next ??= setImmediate(writeWaiting)
  }

  return item => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    waiting.push({ item, resolve, reject })
    plan()
    return promise
  }
}
