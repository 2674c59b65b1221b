// Runs in a thread of its own; see summarize-beside.ts.

import { serveJobs } from '../lib/threads/serve-jobs.ts'
import { summarize } from '../metrics/summarize.ts'
import type { Summary } from '../summary.ts'
import { openResults, type ResultsOptions } from './open-results.ts'

serveJobs<ResultsOptions, Summary>({
  /** The database is closed when the summary is there: whoever gets it may end this thread. */
  work(options) {
    using results = openResults(options)
    return summarize(results.store.judged(results.selection), results.knowledge)
  },
})
