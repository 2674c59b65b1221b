// Ends a thread whose statement does not end, or takes too much memory.

import { availableParallelism, loadavg } from 'node:os'
import type { WatchedThread } from '../../lib/threads/thread.ts'

export interface WatchdogLimits {
  /** How long one statement, or one batch of calls, may take. */
  patienceMs: number
  /** The most memory that the process may take while a statement runs. */
  memoryBytes: number
}

const CHECK_EVERY_MS = 50

/** A thread that used this share of the patience as processor time was at work, and is ended when the patience is over. */
const WORKING = 0.7
/** A thread that used less than this share sleeps. */
const SLEEPING = 0.05
/** How many times the patience a thread may take that is in between: it waits for a processor. */
const LONGEST_WAIT = 6

/**
 * Watches the statements of one job. What counts is the processor time of the thread: on a busy machine an honest statement
 * may wait long for its turn. A statement that uses next to no processor time sleeps, unless many others wait for a processor.
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
    const isJobOf = worked >= patienceMs * WORKING
    const mayWait = patienceMs * machineLoad() * (worked < patienceMs * SLEEPING ? 1 : LONGEST_WAIT)
    if (elapsed >= (isJobOf ? patienceMs : mayWait)) end(`it ran for more than ${patienceMs / 1000} s and was ended`)
    else if (process.memoryUsage.rss() > memoryBytes)
      end(`it took more than ${Math.round(memoryBytes / 1024 ** 2)} MB and was ended`)
  }, CHECK_EVERY_MS)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Raises the heartbeat when a statement starts and when it ends: it is odd while a statement runs, and new for each. */
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
