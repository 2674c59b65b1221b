// The thread's side of a pool; see thread-pool.ts.

import { parentPort, workerData } from 'node:worker_threads'
import { type Answer, type Order, packError, type ThreadInput } from './messages.ts'

interface Service<Job, Result, Note> {
  /** Does one job. `tell` sends a note to whoever gave the job. */
  work: (job: Job, tell: (note: Note) => void) => Result | Promise<Result>
  /** Gives back what the thread holds. Called only when the pool has a `closeWithinMs`. */
  close?: () => Promise<void>
}

/** What the pool gave to this thread. */
export function threadInput<Input>(): { input: Input; heartbeat: Int32Array } {
  const { input, heartbeat } = workerData as ThreadInput
  return { input: input as Input, heartbeat }
}

/** Does the jobs of a pool, one at a time. Called when everything is ready that jobs need. */
export function serveJobs<Job, Result, Note = never>({ work, close }: Service<Job, Result, Note>): void {
  const send = (answer: Answer<Result, Note>) => parentPort?.postMessage(answer)
  Atomics.store((workerData as ThreadInput).ready, 0, 1)
  parentPort?.on('message', async (order: Order<Job>) => {
    if (order.kind === 'close') {
      await close?.()
      // Nothing else keeps this thread alive.
      parentPort?.close()
      return
    }
    try {
      send({ kind: 'done', result: await work(order.job, note => send({ kind: 'note', note })) })
    } catch (error) {
      send({ kind: 'failed', error: packError(error) })
    }
  })
}
