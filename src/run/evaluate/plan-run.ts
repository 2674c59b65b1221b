import { existsSync } from 'node:fs'
import type { Model } from '../../domain.ts'
import { openDryRunStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import { type Estimate, estimateCalls } from './estimate.ts'
import { followCorpus } from './follow-corpus.ts'
import { chunksOf, createQuestionList, type QuestionList, type QuestionSet } from './question-list.ts'

export interface PlanOptions extends QuestionSet {
  models: Model[]
  /** The address of the database. */
  db: string
  /** Ask again what was answered before. */
  force: boolean
}

export interface ModelPlan {
  model: Model
  /** Everything that is wanted of the model. */
  list: QuestionList
  /** What of this is yet to be asked: numbers of the list. */
  open: number[]
}

/** Brings the stored answers to where the corpus has their cases now, and finds what is missing. */
export async function planRun(store: Store, options: PlanOptions): Promise<ModelPlan[]> {
  // An empty store is not searched: no question needs its key yet, and the hashes of thousands of prompts would hold up the
  // first call.
  const isEmpty = await store.isEmpty()
  if (!isEmpty) await store.follow(followCorpus(await store.storedCases(), options.corpus, existsSync))
  const plans: ModelPlan[] = []
  for (const model of options.models) {
    const list = createQuestionList(options, model.identity)
    const missing = isEmpty ? allOf(list) : await findMissing(store, list)
    plans.push({ model, list, open: options.force ? allOf(list) : missing })
  }
  return plans
}

function allOf({ length }: QuestionList): number[] {
  return Array.from({ length }, (_, index) => index)
}

async function findMissing(store: Store, list: QuestionList): Promise<number[]> {
  const open: number[] = []
  for (const { first, questions } of chunksOf(list)) {
    const missing = new Set(await store.missing(questions))
    for (const [nth, question] of questions.entries()) if (missing.has(question)) open.push(first + nth)
  }
  return open
}

/** What the run would take. Asks nothing, and leaves the database as it is. */
export async function estimateRun(options: PlanOptions): Promise<{ model: Model; estimate: Estimate }[]> {
  return (await planWithoutTrace(options)).map(({ model, list, open }) => ({
    model,
    estimate: estimateCalls(open.values().map(list.at), model.prices),
  }))
}

async function planWithoutTrace(options: PlanOptions): Promise<ModelPlan[]> {
  await using store = await openDryRunStore(options.db)
  return await planRun(store, options)
}
