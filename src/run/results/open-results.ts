import type { EvaluationDetail, Level } from '../../domain.ts'
import { UsageError, UserError } from '../../errors.ts'
import { nearest } from '../../lib/text/nearest.ts'
import { openExistingStore } from '../../store/open-store.ts'
import type { Store, StoredModel } from '../../store/store.ts'
import type { Judged, Selection } from '../../summary.ts'
import { type CaseKnowledge, loadKnowledge } from './case-knowledge.ts'
import { lookForCases } from './cases-on-disk.ts'

/** What the user wants to see of a database, in the user's words. */
export interface ResultsOptions {
  db: string
  /** The folder of the corpus, which need not be there. */
  tests: string
  /** The folder of the committed proofs. */
  proofs: string
  models: string[]
  applications: string[]
  /** All, where the list is empty. Else cases whose level is not known are left out. */
  levels: Level[]
  prompts: string[]
  since: Date | undefined
}

/** What was chosen of a database, but for answers about cases that the corpus no longer has. */
export interface Results extends AsyncDisposable {
  selection: Selection & { levels: Level[] }
  /** The number of rules is known for specifications of rows that were read. */
  knowledge: CaseKnowledge
  judged(selection?: Selection): AsyncGenerator<Judged[]>
  answers: (options: Parameters<Store['answers']>[1]) => AsyncGenerator<EvaluationDetail[]>
  models: Store['models']
  texts: Store['texts']
}

/** Opens a database that holds something of what is wanted; says what there is otherwise. */
export async function openResults(options: ResultsOptions): Promise<Results> {
  const nothing = new UserError(`there are no evaluations in ${options.db} yet, so there is nothing to report.`, {
    tryThis: 'npm start evaluates the built-in baselines; npm run evaluate -- --help says how to evaluate a model.',
  })
  const store = await openExistingStore(options.db)
  if (!store) throw nothing
  try {
    if (await store.isEmpty()) throw nothing
    const selection = await toSelection(store, options)
    const results = await readResults(store, selection, options)
    if (await isEmpty(results)) {
      throw new UserError('the database holds evaluations, but none that all of these flags choose.', {
        tryThis: 'leave one of --model, --app, --level, --prompt and --since out.',
      })
    }
    return results
  } catch (error) {
    await store[Symbol.asyncDispose]()
    throw error
  }
}

async function readResults(store: Store, chosenRows: Selection, options: ResultsOptions): Promise<Results> {
  const { tests, proofs, levels } = options
  const selection = { ...chosenRows, levels }
  const absent = new Set(await store.absentCases())
  const hasCase = lookForCases(tests)
  // Where the corpus does not have the application, the corpus of its last run decides.
  const isShown = (one: Judged | EvaluationDetail) =>
    (hasCase(one) ?? !absent.has(one.casePath)) && (levels.length === 0 || isOfLevel(one, levels))
  const specifications = new Map<string, string>()
  const knowledge = loadKnowledge({ tests, proofs, textOf: hash => specifications.get(hash) })
  const isOfLevel = (one: Judged | EvaluationDetail, wanted: Level[]) => {
    const level = knowledge.levelOf(one)
    return level !== null && wanted.includes(level)
  }

  /** The rules of a specification are counted later, where nobody can wait for a store. */
  async function readSpecifications(rows: Judged[]): Promise<void> {
    const unknown = new Set<string>()
    for (const { specificationHash } of rows) {
      if (!specifications.has(specificationHash)) unknown.add(specificationHash)
    }
    if (unknown.size === 0) return
    for (const [hash, text] of await store.texts([...unknown])) specifications.set(hash, text)
  }

  return {
    selection,
    knowledge,
    async *judged(chosen = selection) {
      for await (const batch of store.judged(chosen)) {
        const rows = batch.filter(isShown)
        await readSpecifications(rows)
        if (rows.length > 0) yield rows
      }
    },
    async *answers(how) {
      for await (const batch of store.answers(selection, how)) yield batch.filter(isShown)
    },
    models: store.models,
    texts: store.texts,
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}

async function isEmpty(results: Results): Promise<boolean> {
  for await (const _ of results.judged()) return false
  return true
}

/** Looks names up only where some were given: that takes a while in a large database. */
async function toSelection(store: Store, options: ResultsOptions): Promise<Selection> {
  const { models, applications, prompts, since } = options
  const known = async <T>(given: string[], read: () => Promise<T[]>) => (given.length === 0 ? [] : read())
  const allModels = await known(models, store.models)
  const allApplications = await known(applications, store.applications)
  const allPrompts = await known(prompts, store.prompts)
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
