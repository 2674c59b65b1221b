import { existsSync, statSync } from 'node:fs'
import type { Model } from '../domain.ts'
import { openStore, type Store } from '../store/sqlite/open-store.ts'
import { type Estimate, estimateCalls } from './estimate.ts'
import { followCorpus } from './follow-corpus.ts'
import { createQuestionList, type QuestionList, type QuestionSet } from './question-list.ts'

export interface PlanOptions extends QuestionSet {
  models: Model[]
  /** The database's path. */
  db: string
  /** Ask again what was answered before. */
  force: boolean
}

export interface Plan {
  model: Model
  /** Everything that is wanted of it. */
  list: QuestionList
  /** What of this is yet to be asked: numbers of the list. */
  open: number[]
}

/** Takes the stored answers to where the corpus has their cases now, and finds what is missing. */
export function planRun(store: Store, options: PlanOptions, kind: 'lasting' | 'rehearsal' = 'lasting'): Plan[] {
  return store.transaction(() => {
    const { moves, retired } = followCorpus(store.places(), options.corpus, existsSync)
    for (const casePath of retired) store.retire(casePath)
    store.moveAnswers(moves)
    // Then no question needs its key yet, the hash of a long prompt: thousands would hold up the first call.
    const isEmpty = store.isEmpty()
    return options.models.map(model => {
      const list = createQuestionList(options, model.identity)
      const open: number[] = []
      for (let index = 0; index < list.length; index++) {
        if (isEmpty || !store.claim(list.at(index)) || options.force) open.push(index)
      }
      return { model, list, open }
    })
  }, kind)
}

/** What the run would take. Asks nothing, and leaves the database as it is. */
export function estimateRun(options: PlanOptions): { model: Model; estimate: Estimate }[] {
  const isThere = statSync(options.db, { throwIfNoEntry: false })?.size
  using store = openStore(isThere ? options.db : ':memory:')
  return planRun(store, options, 'rehearsal').map(({ model, list, open }) => ({
    model,
    estimate: estimateCalls(open.values().map(list.at), model.prices),
  }))
}
