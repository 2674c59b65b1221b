import { existsSync, statSync } from 'node:fs'
import type { Model, Question } from '../domain.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { type Estimate, estimateCalls } from './estimate.ts'
import { followCorpus } from './follow-corpus.ts'
import { planQuestions, type Selection } from './plan-questions.ts'

export interface PlanOptions extends Selection {
  models: Model[]
  /** The database's path. */
  db: string
  /** Ask again what was answered before. */
  force: boolean
}

export interface Plan {
  model: Model
  /** Everything that is wanted of it. */
  questions: Question[]
  /** What of this is yet to be asked. */
  open: Question[]
}

/** Takes the stored answers to where the corpus has their cases now, and finds what is missing. */
export function planRun(store: Store, options: PlanOptions, isRehearsal = false): Plan[] {
  return store.transaction(() => {
    const { moves, retired } = followCorpus(store.places(), options.corpus, existsSync)
    for (const casePath of retired) store.retire(casePath)
    store.moveAnswers(moves)
    return options.models.map(model => {
      const questions = [...planQuestions(options, model.identity)]
      return { model, questions, open: questions.filter(question => !store.claim(question) || options.force) }
    })
  }, isRehearsal)
}

/** What the run would take. Asks nothing, and leaves the database as it is. */
export function estimateRun(options: PlanOptions): { model: Model; estimate: Estimate }[] {
  const isThere = statSync(options.db, { throwIfNoEntry: false })?.size
  using store = openStore(isThere ? options.db : ':memory:')
  return planRun(store, options, true).map(({ model, open }) => ({
    model,
    estimate: estimateCalls(open, model.prices),
  }))
}
