import { statSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../errors.ts'
import { writeNewFile } from '../lib/write-new-file.ts'
import { summarize } from '../metrics/summarize.ts'
import { packWithin } from '../report/pack-within.ts'
import { renderReport } from '../report/render-report.ts'
import { openStore } from '../store/open-store.ts'

/** Renders everything that the database holds into a new file, `report_YYYY-MM-DD_HH-MM-SS.html`. */
export async function writeReport({ db, out, now }: { db: string; out: string; now: Date }): Promise<string> {
  const nothing = new UserError(`there are no evaluations in ${db} yet, so there is nothing to report.`, {
    tryThis: 'npm start evaluates the built-in baselines; npm run evaluate -- --help says how to evaluate a model.',
  })
  // Opening would make the file.
  if (!statSync(db, { throwIfNoEntry: false })?.size) throw nothing
  using store = openStore(db)
  const summary = summarize(store.answers({ isFull: false }))
  if (summary.evaluations === 0) throw nothing
  const packed = await packWithin(12e6, () => store.answers({ isFull: false }), store.explanationLengths, {
    summary,
    proofOf: () => null,
  })
  const path = join(out, `report_${fileTime(now)}.html`)
  const pieces = await renderReport({ generatedAt: now, summary, packed })
  return writeNewFile(path, pieces.join(''))
}

/** Local time as `2026-03-01_09-05-00`. */
function fileTime(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const date = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  return `${date}_${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('-')}`
}
