import type { ExportedEvaluation } from '../../export/columns.ts'
import { toCsv } from '../../export/csv.ts'
import { toJson } from '../../export/json.ts'
import { toJunit } from '../../export/junit.ts'
import { toMarkdown } from '../../export/markdown.ts'
import { withoutCommandPath } from '../../lib/text/hide-paths.ts'
import { summarizeBatches } from '../../metrics/summarize.ts'
import type { Summary } from '../../summary.ts'
import { openResults, type Results, type ResultsOptions } from './open-results.ts'

/** What a format is made from. */
interface Exported {
  summary: Summary
  evaluations: AsyncIterable<ExportedEvaluation[]>
  generatedAt: Date
  selection: Results['selection']
}

/** For other programs: the ending of the file, and its text in pieces. */
export const FORMATS = {
  json: {
    ending: 'json',
    toPieces: ({ summary, generatedAt, selection }) => [toJson(summary, { generatedAt, selection })],
  },
  csv: { ending: 'csv', toPieces: ({ evaluations }) => toCsv(evaluations) },
  markdown: { ending: 'md', toPieces: ({ summary }) => [toMarkdown(summary)] },
  junit: { ending: 'xml', toPieces: ({ summary, evaluations }) => toJunit(summary, evaluations) },
} satisfies Record<
  string,
  { ending: string; toPieces: (exported: Exported) => AsyncIterable<string> | Iterable<string> }
>

export type Format = keyof typeof FORMATS

/** Gives what is chosen of the database to `write`, piece by piece. */
export async function exportResults(
  options: ResultsOptions & { format: Format; now: Date },
  write: (piece: string) => void,
): Promise<Summary> {
  await using results = await openResults(options)
  const stored = (await summarizeBatches(results.judged(), results.knowledge)).summary()
  const summary = { ...stored, contestants: stored.contestants.map(withoutCommandPath) }
  const { levelOf, decoyOf } = results.knowledge
  async function* evaluations() {
    for await (const batch of results.answers({ isFull: false })) {
      yield batch.map(answer => ({
        ...withoutCommandPath(answer),
        level: levelOf(answer),
        isDecoy: decoyOf(answer) !== null,
      }))
    }
  }
  const exported = {
    summary,
    evaluations: evaluations(),
    generatedAt: options.now,
    selection: results.selection,
  }
  for await (const piece of FORMATS[options.format].toPieces(exported)) write(piece)
  return summary
}
