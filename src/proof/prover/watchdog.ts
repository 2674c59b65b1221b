// Ends a thread whose statement takes too long or too much memory.

import { availableParallelism, loadavg } from 'node:os'
import type { WatchedThread } from '../../lib/threads/thread.ts'

export interface WatchdogLimits {
  /** How long one statement, or one batch of calls, may take. */
  patienceMs: number
  /** The most memory that the process may take while a statement runs. */
  memoryBytes: number
  /** How long a case may take in all: see case-clock.ts. */
  caseMs: number
}

const CHECK_EVERY_MS = 50

/** A thread that had a processor for this share of the patience was at work. It is ended when the patience is over. */
const WORKING_SHARE = 0.7
/** A thread that had a processor for less than this share sleeps, as `pg_sleep` does. */
const SLEEPING_SHARE = 0.05
/** A thread between the two waits for a processor. It may take this many times the patience. */
const WAITING_FACTOR = 6

/**
 * Watches the statements of one job. The processor time of the thread counts: on a busy machine, a harmless statement
 * may wait long for a processor. A statement that uses almost no processor time sleeps, unless the machine is
 * overloaded.
 */
export function watchStatements(
  { heartbeat, cpuMs, end }: WatchedThread,
  { patienceMs, memoryBytes }: WatchdogLimits,
): Disposable {
  let statement = -1
  let startedAt = performance.now()
  let cpuAtStart = 0
  let cpu = 0
  const timer = setInterval(() => {
    void cpuMs().then(used => {
      cpu = used ?? cpu
    })
    const current = Atomics.load(heartbeat, 0)
    if (current !== statement) {
      statement = current
      startedAt = performance.now()
      cpuAtStart = cpu
    }
    if (!isRunning(current)) return
    const [elapsed, worked] = [performance.now() - startedAt, cpu - cpuAtStart]
    const isWorking = worked >= patienceMs * WORKING_SHARE
    const longestWait = patienceMs * machineLoad() * (worked < patienceMs * SLEEPING_SHARE ? 1 : WAITING_FACTOR)
    if (elapsed >= (isWorking ? patienceMs : longestWait))
      end(`the case ran for more than ${patienceMs / 1000} s and was ended`)
    else if (process.memoryUsage.rss() > memoryBytes)
      end(`the case took more than ${Math.round(memoryBytes / 1024 ** 2)} MB and was ended`)
  }, CHECK_EVERY_MS)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Adds 1 to the heartbeat, when a statement starts and when it ends: an odd number means that a statement runs. */
export function countStatement(heartbeat: Int32Array): void {
  Atomics.add(heartbeat, 0, 1)
}

function isRunning(heartbeat: number): boolean {
  return heartbeat % 2 !== 0
}

/** How many threads want each processor of this machine; 1 where that is not known. */
function machineLoad(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
}
