import { Worker } from 'node:worker_threads'
import { UserError } from '../../errors.ts'
import type { Summary } from '../../summary.ts'
import type { ResultsOptions } from './open-results.ts'

/** What the thread sends: the summary, or an error that the user can mend. */
export type SummaryMessage = { summary: Summary } | { failed: { message: string; tryThis: string | undefined } }

/** A summary that is being made. */
export interface Summarizing extends AsyncDisposable {
  summary: Promise<Summary>
}

/** Summarizes in a thread of its own: resampling takes as long as packing answers for the page, and neither needs the other. */
export function summarizeInThread(options: ResultsOptions): Summarizing {
  const worker = new Worker(new URL('./summary-thread.ts', import.meta.url), { workerData: options })
  const summary = Promise.withResolvers<Summary>()
  worker.on('message', (message: SummaryMessage) => {
    if ('summary' in message) return summary.resolve(message.summary)
    const { tryThis, message: what } = message.failed
    summary.reject(new UserError(what, tryThis === undefined ? {} : { tryThis }))
  })
  worker.on('error', summary.reject)
  // The summary may fail before anybody waits for it, which would end the program.
  summary.promise.catch(() => undefined)
  return {
    summary: summary.promise,
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
