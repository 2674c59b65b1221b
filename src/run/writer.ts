import { UserError } from '../errors.ts'
import type { Store } from '../store/sqlite/open-store.ts'
import { patiently } from './patiently.ts'

/** The one place through which a run writes. What comes together is committed together: the disk is waited for once. */
export interface Writer {
  /** Resolves when it is on the disk. */
  write<T>(work: () => T): Promise<T>
  /** For what is worth nothing once this run is dead: resolves when other runs see it, and waits for no disk. */
  announce<T>(work: () => T): Promise<T>
}

// Answers come in crowds, and their places must not get free only when the whole crowd is stored: the next calls would
// start together again, round after round.
const MOST_TOGETHER = 8

interface Job {
  work: () => unknown
  isLasting: boolean
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

export function createWriter(store: Pick<Store, 'transaction'>, abort: AbortSignal): Writer {
  let waiting: Job[] = []
  let isBusy = false
  let next: NodeJS.Immediate | undefined

  async function commit(jobs: Job[]): Promise<void> {
    try {
      const kind = jobs.some(({ isLasting }) => isLasting) ? 'lasting' : 'passing'
      const results = await patiently(() => store.transaction(() => jobs.map(({ work }) => work()), kind), abort)
      for (const [index, { resolve }] of jobs.entries()) resolve(results[index])
    } catch (error) {
      const isLocked = error instanceof UserError && error.isPassing
      // One that cannot be written must not take the others along: they may have been paid for.
      if (jobs.length > 1 && !isLocked) for (const job of jobs) await commit([job])
      else for (const { reject } of jobs) reject(error)
    }
  }

  async function commitWaiting(): Promise<void> {
    clearImmediate(next)
    next = undefined
    const jobs = waiting
    waiting = []
    isBusy = true
    await commit(jobs)
    isBusy = false
    plan()
  }

  function plan(): void {
    if (isBusy || waiting.length === 0) return
    if (waiting.length >= MOST_TOGETHER) commitWaiting()
    else next ??= setImmediate(commitWaiting)
  }

  function add<T>(work: () => T, isLasting: boolean): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    waiting.push({ work, isLasting, resolve: resolve as (result: unknown) => void, reject })
    plan()
    return promise
  }

  return {
    write: work => add(work, true),
    announce: work => add(work, false),
  }
}
