import { join } from 'node:path'
import { writeNewFile } from '../lib/write-new-file.ts'
import { summarize } from '../metrics/summarize.ts'
import { packWithin } from '../report/pack-within.ts'
import { renderReport } from '../report/render-report.ts'
import type { Summary } from '../summary.ts'
import { openResults, type ResultsOptions } from './open-results.ts'

/** Renders what is chosen of the database into a new file, `report_YYYY-MM-DD_HH-MM-SS.html`. */
export async function writeReport(
  options: ResultsOptions & { out: string; now: Date },
): Promise<{ path: string; summary: Summary }> {
  const { out, now } = options
  using results = openResults(options)
  const { store, selection, knowledge } = results
  const summary = summarize(store.judged(selection), knowledge)
  const packed = await packWithin(
    12e6,
    () => store.answers(selection, { isFull: false }),
    () => store.explanationLengths(selection),
    { summary, proofOf: knowledge.proofOf },
  )
  const pieces = await renderReport({ generatedAt: now, summary, packed })
  return { path: writeNewFile(join(out, `report_${fileTime(now)}.html`), pieces.join('')), summary }
}

/** Local time as `2026-03-01_09-05-00`. */
function fileTime(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const date = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  return `${date}_${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('-')}`
}
