// Runs in a thread of its own; see summarize-in-thread.ts.

import { parentPort, workerData } from 'node:worker_threads'
import { UserError } from '../../errors.ts'
import { summarizeBatches } from '../../metrics/summarize.ts'
import type { Summary } from '../../summary.ts'
import { openResults, type ResultsOptions } from './open-results.ts'
import type { SummaryMessage } from './summarize-in-thread.ts'

const send = (message: SummaryMessage) => parentPort?.postMessage(message)

/** The database is closed before the summary is sent: whoever gets the summary may end this thread. */
async function summarizeResults(): Promise<Summary> {
  await using results = await openResults(workerData as ResultsOptions)
  return (await summarizeBatches(results.judged(), results.knowledge)).summary()
}

try {
  send({ summary: await summarizeResults() })
} catch (error) {
  // An error loses its class on the way to another thread.
  if (!(error instanceof UserError)) throw error
  send({ failed: { message: error.message, tryThis: error.tryThis } })
}
