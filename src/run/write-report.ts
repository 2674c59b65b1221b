import { dirname, join } from 'node:path'
import { pointTo } from '../lib/point-to.ts'
import { writeNewFile } from '../lib/write-new-file.ts'
import { summarize } from '../metrics/summarize.ts'
import type { Summary } from '../summary.ts'
import { buildPage } from './build-page.ts'
import { openResults, type ResultsOptions } from './open-results.ts'
import { reportName } from './report-name.ts'

/** Renders what is chosen of the database into a new file, `report_YYYY-MM-DD_HH-MM-SS.html`; `latest.html` leads there. */
export async function writeReport(
  options: ResultsOptions & { out: string; now: Date; isFull: boolean },
): Promise<{ path: string; summary: Summary }> {
  const { out, now, isFull } = options
  using results = openResults(options)
  const { store, selection, knowledge } = results
  const { proofOf } = knowledge
  const summary = summarize(store.judged(selection), knowledge)
  const folders = [dirname(options.db), options.tests, dirname(options.proofs)]
  const pieces = await buildPage(store, { selection, summary, proofOf, now, isFull, folders })
  const path = writeNewFile(join(out, reportName(now, 'html')), pieces)
  pointTo(path, 'latest.html')
  return { path, summary }
}
