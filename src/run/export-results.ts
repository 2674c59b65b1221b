import type { ModelIdentity } from '../domain.ts'
import { toCsv } from '../export/csv.ts'
import { toJson } from '../export/json.ts'
import { toJunit } from '../export/junit.ts'
import { toMarkdown } from '../export/markdown.ts'
import { hideCommandPaths } from '../lib/hide-paths.ts'
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
  const summary = withoutPaths(summarize(store.judged(selection), knowledge))
  const evaluations = function* () {
    for (const answer of store.answers(selection, { isFull: false }))
      yield { ...answer, model: hidePaths(answer.model) }
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

/** A program's name is its command line, and its place on this machine is nobody's business. */
function hidePaths(model: ModelIdentity): ModelIdentity {
  return model.host === 'command' ? { ...model, name: hideCommandPaths(model.name) } : model
}

function withoutPaths(summary: Summary): Summary {
  return { ...summary, contestants: summary.contestants.map(one => ({ ...one, model: hidePaths(one.model) })) }
}
