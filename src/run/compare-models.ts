import { UsageError, UserError } from '../errors.ts'
import { contestantNames } from '../lib/contestant-names.ts'
import { summarize } from '../metrics/summarize.ts'
import { caseKey, contestantKey, type Judged, type Summary } from '../summary.ts'
import { openResults, type Results, type ResultsOptions, storedNames } from './open-results.ts'

/** Two contestants with one prompt, on the cases that both were asked. */
export interface PromptComparison {
  prompt: string
  /** As the user may type them. */
  names: [string, string]
  /** Of the two and nothing else; their places in it. */
  summary: Summary
  places: [number, number]
  /** Cases that only one of them was asked. */
  leftOut: number
}

/** Compares two models, or a model with a baseline, with each prompt that both were asked with. */
export function compareModels(options: ResultsOptions, words: [string, string]): PromptComparison[] {
  using results = openResults(options)
  const contestants = listContestants(results)
  const models = results.store.models()
  const found = words.map(word => findContestants(word, contestants, models)) as [Named[], Named[]]
  const prompts = [...new Set(contestants.map(({ prompt }) => prompt))].sort()
  const comparisons = prompts.flatMap(prompt => {
    const [first, second] = found.map(ofWord => ofWord.filter(one => one.prompt === prompt))
    if (!first?.[0] || !second?.[0]) return []
    const a = theOnly(first, words[0])
    const b = theOnly(second, words[1])
    if (a.key === b.key) throw new UsageError(`"${words[0]}" and "${words[1]}" are the same.`, 'name two models.')
    return compareTwo(results, prompt, a, b)
  })
  if (comparisons.length > 0) return comparisons
  throw new UserError(`no prompt was put to both ${words[0]} and ${words[1]}.`, {
    tryThis: 'npm run evaluate -- --model NAME --prompt all asks a model with every prompt.',
  })
}

interface Named {
  key: string
  name: string
  prompt: string
  model: Judged['model']
}

function listContestants({ store, selection }: Results): Named[] {
  const found = new Map<string, { model: Judged['model']; prompt: string }>()
  for (const row of store.judged(selection)) found.set(contestantKey(row), { model: row.model, prompt: row.prompt })
  const contestants = [...found.values()]
  const names = contestantNames(contestants)
  return [...found].map(([key, one], index) => ({ ...one, key, name: names[index] ?? one.model.name }))
}

/** By the name that a report shows, or by what was typed when it was evaluated. */
function findContestants(word: string, contestants: Named[], models: Parameters<typeof storedNames>[1]): Named[] {
  const byName = contestants.filter(({ name }) => name === word)
  if (byName.length > 0) return byName
  const names = storedNames(word, models)
  return contestants.filter(({ model }) => names.includes(model.name))
}

function theOnly(found: Named[], word: string): Named {
  const [first, second] = found
  if (!first || second) {
    const names = found.map(({ name }) => `"${name}"`).join(', ')
    throw new UsageError(`"${word}" is the name of several models.`, `one of ${names}.`)
  }
  return first
}

function compareTwo({ store, selection, knowledge }: Results, prompt: string, a: Named, b: Named): PromptComparison {
  const rowsOf = (key: string) =>
    [...store.judged({ ...selection, prompts: [prompt] })].filter(row => contestantKey(row) === key)
  const [ofA, ofB] = [rowsOf(a.key), rowsOf(b.key)]
  const [casesOfA, casesOfB] = [new Set(ofA.map(caseKey)), new Set(ofB.map(caseKey))]
  const shared = casesOfA.intersection(casesOfB)
  const rows = [...ofA, ...ofB].filter(row => shared.has(caseKey(row)))
  const summary = summarize(rows, knowledge, { comparesBaselines: true })
  const placeOf = (key: string) => summary.contestants.findIndex(one => contestantKey(one) === key)
  return {
    prompt,
    names: [a.name, b.name],
    summary,
    places: [placeOf(a.key), placeOf(b.key)],
    leftOut: casesOfA.union(casesOfB).size - shared.size,
  }
}
