import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Works through the items, at most `width` at a time, until there are none left or `isStopped` says so. Returns only
 * when nothing is running any more, also when some work has thrown; then it throws the first error.
 */
export async function runParallel<T>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
  isStopped: () => boolean,
): Promise<void> {
  const queue = items[Symbol.iterator]()
  async function worker(): Promise<void> {
    while (!isStopped()) {
      const next = queue.next()
      if (next.done) return
      await work(next.value)
      // Work that is done at once would keep signals and timers waiting until the end.
      await nextTurn()
    }
  }
  await allDone(Array.from({ length: width }, worker))
}

/** Waits for all, then throws the first error if there was one: Promise.all would leave the others running unseen. */
export async function allDone(promises: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
