import { Worker } from 'node:worker_threads'
import { UserError } from '../errors.ts'
import type { Outline, Summary } from '../summary.ts'
import type { ResultsOptions } from './open-results.ts'

/** What the thread says: first the outline, then the summary; or what the user has to mend. */
export type SummaryMessage =
  | { outline: Outline }
  | { summary: Summary }
  | { failed: { message: string; tryThis: string | undefined } }

/** A summary in the making. */
export interface Summarizing extends AsyncDisposable {
  outline: Promise<Outline>
  summary: Promise<Summary>
}

/** Summarizes in a thread of its own: resampling takes as long as packing answers for the page, and neither needs the other. */
export function summarizeBeside(options: ResultsOptions): Summarizing {
  const worker = new Worker(new URL('./summary-thread.ts', import.meta.url), { workerData: options })
  const outline = Promise.withResolvers<Outline>()
  const summary = Promise.withResolvers<Summary>()
  function fail(error: Error): void {
    outline.reject(error)
    summary.reject(error)
  }
  worker.on('message', (message: SummaryMessage) => {
    if ('outline' in message) outline.resolve(message.outline)
    else if ('summary' in message) summary.resolve(message.summary)
    else {
      const { tryThis, message: what } = message.failed
      fail(new UserError(what, tryThis === undefined ? {} : { tryThis }))
    }
  })
  worker.on('error', fail)
  // Both fail together, and only one of them may be waited for.
  summary.promise.catch(() => undefined)
  outline.promise.catch(() => undefined)
  return {
    outline: outline.promise,
    summary: summary.promise,
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
