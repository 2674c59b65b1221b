import { toCsv } from '../../export/csv.ts'
import { toJson } from '../../export/json.ts'
import { toJunit } from '../../export/junit.ts'
import { toMarkdown } from '../../export/markdown.ts'
import { withoutCommandPath } from '../../lib/text/hide-paths.ts'
import { summarizeBatches } from '../../metrics/summarize.ts'
import type { Summary } from '../../summary.ts'
import { openResults, type ResultsOptions } from './open-results.ts'

/** For other programs, with the ending of their files. */
export const FORMATS = { json: 'json', csv: 'csv', markdown: 'md', junit: 'xml' } as const

export type Format = keyof typeof FORMATS

/** Gives what is chosen of the database to `write`, piece by piece. */
export async function exportResults(
  options: ResultsOptions & { format: Format; now: Date },
  write: (piece: string) => void,
): Promise<Summary> {
  await using results = await openResults(options)
  const stored = (await summarizeBatches(results.judged(), results.knowledge)).summary()
  const summary = { ...stored, contestants: stored.contestants.map(withoutCommandPath) }
  async function* evaluations() {
    for await (const batch of results.answers({ isFull: false })) yield batch.map(withoutCommandPath)
  }
  const pieces: Record<Format, () => AsyncIterable<string> | Iterable<string>> = {
    json: () => [toJson(summary, { generatedAt: options.now, selection: results.selection })],
    csv: () => toCsv(evaluations()),
    markdown: () => [toMarkdown(summary)],
    junit: () => toJunit(summary, evaluations()),
  }
  for await (const piece of pieces[options.format]()) write(piece)
  return summary
}
