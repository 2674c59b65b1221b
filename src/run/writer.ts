import { setImmediate as nextTurn } from 'node:timers/promises'
import { UserError } from '../errors.ts'
import type { Store } from '../store/open-store.ts'
import { patiently } from './patiently.ts'

/** The one place through which a run writes. What comes together is committed together: the disk is waited for once. */
export interface Writer {
  /** Resolves when it is on the disk. */
  write<T>(work: () => T): Promise<T>
}

interface Job {
  work: () => unknown
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

export function createWriter(store: Pick<Store, 'transaction'>, abort: AbortSignal): Writer {
  let waiting: Job[] = []
  let isBusy = false

  async function commit(jobs: Job[]): Promise<void> {
    try {
      const results = await patiently(() => store.transaction(() => jobs.map(({ work }) => work())), abort)
      for (const [index, { resolve }] of jobs.entries()) resolve(results[index])
    } catch (error) {
      const isLocked = error instanceof UserError && error.isPassing
      // One that cannot be written must not take the others along: they may have been paid for.
      if (jobs.length > 1 && !isLocked) for (const job of jobs) await commit([job])
      else for (const { reject } of jobs) reject(error)
    }
  }

  async function commitAll(): Promise<void> {
    isBusy = true
    while (waiting.length > 0) {
      await nextTurn()
      const jobs = waiting
      waiting = []
      await commit(jobs)
    }
    isBusy = false
  }

  return {
    write<T>(work: () => T): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      waiting.push({ work, resolve: resolve as (result: unknown) => void, reject })
      if (!isBusy) commitAll()
      return promise
    },
  }
}
