import { statSync } from 'node:fs'
import { UsageError, UserError } from '../errors.ts'
import { nearest } from '../lib/nearest.ts'
import { openStore, type Store } from '../store/sqlite/open-store.ts'
import type { StoredModel } from '../store/sqlite/read-judged.ts'
import type { Selection } from '../summary.ts'
import { type CaseKnowledge, loadKnowledge } from './case-knowledge.ts'

/** What the user wants to see of a database, in the user's words. */
export interface ResultsOptions {
  db: string
  /** The folder of the corpus, which need not be there. */
  tests: string
  /** The folder of the committed proofs. */
  proofs: string
  models: string[]
  applications: string[]
  prompts: string[]
  since: Date | undefined
}

export interface Results extends Disposable {
  store: Store
  selection: Selection
  knowledge: CaseKnowledge
}

/** Opens a database that holds something of what is wanted; says what there is otherwise. */
export function openResults(options: ResultsOptions): Results {
  const { db, tests, proofs } = options
  const nothing = new UserError(`there are no evaluations in ${db} yet, so there is nothing to report.`, {
    tryThis: 'npm start evaluates the built-in baselines; npm run evaluate -- --help says how to evaluate a model.',
  })
  // Opening would make the file.
  if (!statSync(db, { throwIfNoEntry: false })?.size) throw nothing
  const store = openStore(db)
  try {
    if (isEmpty(store, EVERYTHING)) throw nothing
    const selection = toSelection(store, options)
    if (isEmpty(store, selection)) {
      throw new UserError('the database holds evaluations, but none that all of these flags choose.', {
        tryThis: 'leave one of --model, --app, --prompt and --since out.',
      })
    }
    const knowledge = loadKnowledge({ tests, proofs, textOf: store.textOf })
    return { store, selection, knowledge, [Symbol.dispose]: () => store[Symbol.dispose]() }
  } catch (error) {
    store[Symbol.dispose]()
    throw error
  }
}

const EVERYTHING: Selection = { models: [], applications: [], prompts: [], since: undefined }

function isEmpty(store: Store, selection: Selection): boolean {
  for (const _ of store.judged(selection)) return false
  return true
}

/** Looks names up only where some were given: that takes a while in a large database. */
function toSelection(store: Store, { models, applications, prompts, since }: ResultsOptions): Selection {
  const known = <T>(given: string[], read: () => T[]) => (given.length === 0 ? [] : read())
  const [allModels, allApplications, allPrompts] = [
    known(models, store.models),
    known(applications, store.applications),
    known(prompts, store.prompts),
  ]
  return {
    models: models.flatMap(name => storedNames(name, allModels)),
    applications: applications.map(name => existing('application', name, allApplications)),
    prompts: prompts.map(name => existing('prompt', name, allPrompts)),
    since: since?.toISOString(),
  }
}

/** `gpt-4o-mini` finds `openai/gpt-4o-mini`, as it does when a model is evaluated. */
export function storedNames(name: string, models: StoredModel[]): string[] {
  const exact = models.filter(model => model.name === name)
  const found =
    exact.length > 0 ? exact : models.filter(model => model.typedName === name || model.name.endsWith(`/${name}`))
  if (found.length === 0)
    throw unknown(
      'model',
      name,
      models.map(model => model.name),
    )
  return [...new Set(found.map(model => model.name))]
}

function existing(what: string, name: string, names: string[]): string {
  if (!names.includes(name)) throw unknown(what, name, names)
  return name
}

const LONGEST_LIST = 20

function unknown(what: string, name: string, names: string[]): UsageError {
  const known = [...new Set(names)]
  const meant = nearest(name, known)
  const more = known.length > LONGEST_LIST ? `, and ${known.length - LONGEST_LIST} more` : ''
  return new UsageError(
    `nothing is stored of the ${what} "${name}"${meant ? `; did you mean ${meant}?` : '.'}`,
    `one of ${known.slice(0, LONGEST_LIST).join(', ')}${more}.`,
  )
}
