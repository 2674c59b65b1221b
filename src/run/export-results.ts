import { toCsv } from '../export/csv.ts'
import { toJson } from '../export/json.ts'
import { toJunit } from '../export/junit.ts'
import { toMarkdown } from '../export/markdown.ts'
import { withoutCommandPath } from '../lib/hide-paths.ts'
import { summarize } from '../metrics/summarize.ts'
import type { Summary } from '../summary.ts'
import { openResults, type ResultsOptions } from './open-results.ts'

/** For other programs, with the ending of their files. */
export const FORMATS = { json: 'json', csv: 'csv', markdown: 'md', junit: 'xml' } as const

export type Format = keyof typeof FORMATS

/** Gives what is chosen of the database to `write`, piece by piece. */
export function exportResults(
  options: ResultsOptions & { format: Format; now: Date },
  write: (piece: string) => void,
): Summary {
  using results = openResults(options)
  const { store, selection, knowledge } = results
  const stored = summarize(store.judged(selection), knowledge)
  const summary = { ...stored, contestants: stored.contestants.map(withoutCommandPath) }
  const evaluations = function* () {
    for (const answer of store.answers(selection, { isFull: false })) yield withoutCommandPath(answer)
  }
  const pieces: Record<Format, () => Iterable<string>> = {
    json: () => [toJson(summary, { generatedAt: options.now, selection })],
    csv: () => toCsv(evaluations()),
    markdown: () => [toMarkdown(summary)],
    junit: () => toJunit(summary, evaluations()),
  }
  for (const piece of pieces[options.format]()) write(piece)
  return summary
}
