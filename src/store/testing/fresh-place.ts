import type { EvaluationDetail, Question } from '../../domain.ts'
import { hash } from '../../lib/hash.ts'
import { sampleAnswer } from '../../lib/testing/sample-question.ts'
import type { CaseVersion, CorpusChanges, Store } from '../store.ts'

/** A place for one store, where nothing is stored yet. */
export interface FreshPlace extends AsyncDisposable {
  open(): Promise<Store>
  openExisting(): Promise<Store | undefined>
  openDryRun(): Promise<Store>
}

export const EVERYTHING = { models: [], applications: [], prompts: [], since: undefined }
export const NO_CHANGES: CorpusChanges = { copies: [], updates: [], absent: [], present: [] }
/** Of the case of `sampleQuestion`. */
export const PATH = 'notes/get-note-03-bad.md'

export async function read<T>(batches: AsyncIterable<T[]>): Promise<T[]> {
  return (await Array.fromAsync(batches)).flat()
}

export function current(store: Store): Promise<EvaluationDetail[]> {
  return read(store.answers(EVERYTHING, { isFull: false }))
}

export function add(store: Store, question: Question, ...answer: Parameters<typeof sampleAnswer>): Promise<void> {
  return store.add([{ question, answer: sampleAnswer(...answer) }])
}

export function versionOf({ case: one, application }: Question): CaseVersion {
  const { path: casePath, language } = one
  return { casePath, language, codeHash: hash(one.code), specificationHash: hash(application.prompt) }
}

/** A test with an open store at a fresh place. */
export type ItStores = (what: string, test: (store: Store, place: FreshPlace) => Promise<void>) => void
