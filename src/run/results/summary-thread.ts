// Runs in a thread of its own; see summarize-in-thread.ts.

import { serveJobs } from '../../lib/threads/serve-jobs.ts'
import { summarizeBatches } from '../../metrics/summarize.ts'
import type { Summary } from '../../summary.ts'
import { openResults, type ResultsOptions } from './open-results.ts'

serveJobs<ResultsOptions, Summary>({
  /** The database is closed before the summary is sent: whoever gets the summary may end this thread. */
  async work(options) {
    await using results = await openResults(options)
    return (await summarizeBatches(results.judged(), results.knowledge)).summary()
  },
})
