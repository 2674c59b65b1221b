import { createThreadPool } from '../../lib/threads/thread-pool.ts'
import type { Summary } from '../../summary.ts'
import type { ResultsOptions } from './open-results.ts'

/** A summary that is being made. */
export interface Summarizing extends AsyncDisposable {
  summary: Promise<Summary>
}

/** Summarizes in a thread of its own: resampling takes as long as packing answers for the page, and neither needs the other. */
export function summarizeInThread(options: ResultsOptions): Summarizing {
  const file = new URL('./summary-thread.ts', import.meta.url)
  const pool = createThreadPool<ResultsOptions, Summary>({ file, width: 1 })
  const summary = pool.run(options)
  // The summary may fail before anybody waits for it, which would end the program.
  summary.catch(() => undefined)
  return { summary, [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose]() }
}
