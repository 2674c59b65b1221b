import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Works through what `next` gives, at most `width` at a time, until that is undefined. Returns only when nothing is running
 * any more, also when some work has thrown; then it throws the first error.
 */
export async function runParallel<T>(
  next: () => Promise<T | undefined>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  async function worker(): Promise<void> {
    for (;;) {
      const item = await next()
      if (item === undefined) return
      await work(item)
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
