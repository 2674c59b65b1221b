// The time that each case of a job has taken in all. The watchdog ends a statement that takes too long; this clock ends a
// case that takes a little too long in each of a thousand calls.

import { availableParallelism, loadavg } from 'node:os'
import { EngineError, type Session } from '../postgres/session.ts'

/** A statement that used less than this share of its time on a processor slept, or waited for a server. */
const SLEEPING_SHARE = 0.05

const SHORT_MS = 1

export interface CaseClock {
  /** The case that the next statements are run for. */
  begin(path: string): void
  /** The session, whose statements are counted. @throws {EngineError} when the case has taken its time. */
  counted(session: Session): Session
  /** Forgets all times: another job begins. */
  reset(): void
}

export function createCaseClock(limitMs: number): CaseClock {
  const spent = new Map<string, number>()
  let current = ''
  /** The job has failed. What cleans up after it must not fail too. */
  let hasEnded = false
  async function timed<T>(statement: () => Promise<T>): Promise<T> {
    const [startedAt, cpuAtStart] = [performance.now(), cpuMs()]
    try {
      return await statement()
    } finally {
      const total = (spent.get(current) ?? 0) + countedMs(performance.now() - startedAt, cpuMs() - cpuAtStart)
      spent.set(current, total)
      if (current !== '' && total > limitMs && !hasEnded) {
        hasEnded = true
        // biome-ignore lint/correctness/noUnsafeFinally: no result of a case that is ended counts.
        throw new EngineError(`the case took more than ${limitMs / 1000} s in all`)
      }
    }
  }
  return {
    begin(path) {
      current = path
    },
    counted: session => ({
      ...session,
      run: sql => timed(() => session.run(sql)),
      runOne: sql => timed(() => session.runOne(sql)),
    }),
    reset() {
      spent.clear()
      current = ''
      hasEnded = false
    },
  }
}

/** Processor time, which a busy machine does not lengthen; of a statement that slept, the time on the wall. */
function countedMs(elapsed: number, worked: number): number {
  if (worked >= elapsed * SLEEPING_SHARE) return worked
  // Processor time is not told finely enough for so short a statement, and the load takes longer to read.
  if (elapsed < SHORT_MS) return elapsed
  return elapsed / Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
}

/** The processor time of this thread. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
