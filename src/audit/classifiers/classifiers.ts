import type { ClassifierScore, HeldOutScore } from '../../shortcuts.ts'
import type { AuditCase } from '../audit-case.ts'
import { commentText } from '../code/read-code.ts'
import { type Counts, countCases, countFeatures } from '../features/counts.ts'
import { centredGram, type FeatureTable } from '../features/feature-table.ts'
import { characterGrams, gramFeatures, wordGrams } from '../features/grams.ts'
import { heaviestFeatures } from '../features/heaviest-features.ts'
import type { Labels, Scope } from '../scope.ts'
import { createFigure } from '../statistics/figure.ts'
import { fitAll, holdOutScores } from '../statistics/hold-out.ts'
import type { Gram } from '../statistics/logistic-regression.ts'
import { balancedAccuracy, countPairs, countPredictions, pooledAuc, withinAuc } from '../statistics/ranking.ts'

/** Shuffled labels are fitted less exactly. The percentile moves by one step at most, and the audit takes a third less time. */
export const SHUFFLE_TOLERANCE = 5e-3

interface View {
  name: string
  kind: ClassifierScore['kind']
  text: (one: AuditCase) => string
}

const VIEWS: View[] = [
  { name: 'all', kind: 'code', text: ({ code }) => code.whole },
  { name: 'comments', kind: 'comments', text: ({ code }) => code.comments.map(commentText).join('\n') },
  { name: 'code only', kind: 'code', text: ({ code }) => code.withoutComments },
]
/** The number of files, their names and their order. Only for cases of which some have files with names. */
const FILES: View = { name: 'names of files', kind: 'code', text: fileLines }

export const GRAMS = { words: wordGrams, characters: characterGrams }

/** One classifier and what it learns from. The job is plain data, so that another thread can do the work. */
export interface ClassifierJob {
  name: string
  kind: ClassifierScore['kind']
  labels: Labels
  input: { texts: string[]; by: keyof typeof GRAMS } | { counts: Counts }
  /** Whether there are enough applications to leave one out. */
  leavesApplicationsOut: boolean
  /** Whether to fit the shuffled labels too. */
  isShuffled: boolean
}

type JobOptions = Pick<ClassifierJob, 'leavesApplicationsOut' | 'isShuffled'>

export function createJobs({ cases, ...labels }: Scope, options: JobOptions): ClassifierJob[] {
  const byGrams = VIEWS.flatMap(({ name, kind, text }) =>
    (['words', 'characters'] as const).map(by => ({
      name: `${by}, ${name}`,
      kind,
      labels,
      input: { texts: cases.map(text), by },
      ...options,
    })),
  )
  const { name, kind, text } = FILES
  const byFiles = { name, kind, labels, input: { texts: cases.map(text), by: 'words' as const }, ...options }
  const counts = { name: 'counts', kind: 'code' as const, labels, input: { counts: countCases(cases) }, ...options }
  return [...byGrams, ...(cases.some(one => one.case.files) ? [byFiles] : []), counts]
}

/** A file is told by its place and its name, without the folder: `2: policies`. */
function fileLines(one: AuditCase): string {
  const files = one.case.files ?? []
  const names = files.map(({ name }, index) => `${index + 1}: ${name.replace(/^.*\//, '').replaceAll('_', ' ')}`)
  return [`files: ${files.length}`, ...names].join('\n')
}

/** Scores a classifier on queries, and on applications, that it was not fitted to; and lists its heaviest features. */
export function scoreClassifier(job: ClassifierJob): ClassifierScore {
  const { name, kind, labels, leavesApplicationsOut, isShuffled } = job
  const { table, present } = readFeatures(job)
  const gram = centredGram(table)
  return {
    name,
    kind,
    leavingQueryOut: scoreHeldOut(gram, labels, labels.queries, isShuffled ? labels.shuffles : []),
    leavingApplicationOut: leavesApplicationsOut ? scoreHeldOut(gram, labels, labels.applications, []) : null,
    ...heaviestFeatures(table, fitAll(gram, labels.isBad).coefficients, labels.isBad, present),
  }
}

/** `present` gives the value of a feature in a case as people read it: the count itself, or 1 when the text has the gram. */
function readFeatures({ input, labels }: ClassifierJob): {
  table: FeatureTable
  present: (row: number, feature: number) => number
} {
  if ('counts' in input) {
    const present = (row: number, feature: number) => input.counts.rows[row]?.[feature] ?? 0
    return { table: countFeatures(input.counts), present }
  }
  const table = gramFeatures(input.texts, GRAMS[input.by], labels.queries)
  return { table, present: (row, feature) => Number(table.rows[row]?.features.includes(feature)) }
}

function scoreHeldOut(gram: Gram, labels: Labels, groups: Int32Array, shuffles: Uint8Array[]): HeldOutScore {
  const score = (isBad: Uint8Array, tolerance?: number) => {
    const scores = holdOutScores(gram, isBad, groups, tolerance)
    return {
      pairs: countPairs(scores, isBad, labels.queries),
      predictions: countPredictions(scores, isBad, labels.queries),
    }
  }
  const { pairs, predictions } = score(labels.isBad)
  const shuffled = shuffles.map(isBad => score(isBad, SHUFFLE_TOLERANCE))
  return {
    auc: createFigure(
      labels,
      times => pooledAuc(pairs, times),
      shuffled.map(one => pooledAuc(one.pairs)),
    ),
    withinAuc: createFigure(
      labels,
      times => withinAuc(pairs, times),
      shuffled.map(one => withinAuc(one.pairs)),
    ),
    balancedAccuracy: createFigure(
      labels,
      times => balancedAccuracy(predictions, times),
      shuffled.map(one => balancedAccuracy(one.predictions)),
    ),
  }
}
