import { dirname, join } from 'node:path'
import { pointTo } from '../../lib/files/point-to.ts'
import { writeNewFile } from '../../lib/files/write-new-file.ts'
import { keepHeapSmall } from '../../lib/process/keep-heap-small.ts'
import { folderOf } from '../../store/address.ts'
import type { Summary } from '../../summary.ts'
import { openResults, type ResultsOptions } from './open-results.ts'
import { reportName } from './report-name.ts'
import { summarizeInThread } from './summarize-in-thread.ts'

/** Renders what is chosen of the database into a new file, `report_YYYY-MM-DD_HH-MM-SS.html`; `latest.html` leads there. */
export async function writeReport(
  options: ResultsOptions & { out: string; now: Date; isFull: boolean },
): Promise<{ path: string; summary: Summary }> {
  keepHeapSmall()
  const { out, now, isFull } = options
  await using results = await openResults(options)
  await using summarizing = summarizeInThread(options)
  // The code that draws charts is slow to load, so it is loaded while the summary is made.
  const { buildPage } = await import('./build-page.ts')
  const folders = [folderOf(options.db), options.tests, dirname(options.proofs)].filter(folder => folder !== undefined)
  const pieces = await buildPage(results, {
    ...{ now, isFull, folders, proofOf: results.knowledge.proofOf },
    summarized: summarizing.summary,
  })
  const path = writeNewFile(join(out, reportName(now, 'html')), pieces)
  pointTo(path, 'latest.html')
  return { path, summary: await summarizing.summary }
}
