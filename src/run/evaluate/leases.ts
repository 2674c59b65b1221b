import { hostname } from 'node:os'
import type { Question } from '../../domain.ts'
import type { Holder, Lease, LeaseStore } from '../../store/store.ts'
import { batchWrites } from './batch-writes.ts'

/** This run's leases: what it is asking, so that no other run on the database asks the same. */
export interface Leases {
  take(question: Question): Promise<Lease>
  release(question: Question): Promise<void>
  /** Says that this run still lives; every RENEWAL_MS. */
  renew(): Promise<void>
}

// For a run that died where nobody can look, or whose number another process has by now. A run that lives renews its own.
const LEASE_MS = 90_000
export const RENEWAL_MS = 20_000

export function createLeases(
  store: LeaseStore,
  now: () => Date,
  holder: Holder = { host: hostname(), pid: process.pid },
  isRunning: (pid: number) => boolean = isProcess,
): Leases {
  const until = () => now().getTime() + LEASE_MS
  const lease = batchWrites((questions: Question[]) =>
    store.lease(questions, holder, { now: now().getTime(), until: until() }),
  )
  const release = batchWrites(async (questions: Question[]) => {
    await store.release(questions)
    return questions.map(() => undefined)
  })
  return {
    async take(question) {
      const found = await lease(question)
      // A run of this machine that was killed must not hold up the next one.
      const isDead = found.type === 'held' && found.by.host === holder.host && !isRunning(found.by.pid)
      if (!isDead) return found
      await store.releaseAll(found.by)
      return lease(question)
    },
    release,
    renew: () => store.renewLeases(holder, until()),
  }
}

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, and is somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
