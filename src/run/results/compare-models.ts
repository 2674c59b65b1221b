import { UsageError, UserError } from '../../errors.ts'
import { contestantNames } from '../../lib/contestant-names.ts'
import { summarize } from '../../metrics/summarize.ts'
import { caseKey, contestantKey, type Judged, type Summary } from '../../summary.ts'
import { openResults, type Results, type ResultsOptions, storedNames } from './open-results.ts'

/** Two contestants with one prompt, on the cases that both were asked. */
export interface PromptComparison {
  prompt: string
  /** The names of the two, as the user may type them. */
  names: [string, string]
  /** A summary of these two alone, and which of its contestants they are. */
  summary: Summary
  places: [number, number]
  /** Cases that only one of them was asked. */
  leftOut: number
}

/** Compares two models, or a model with a baseline, with each prompt that both were asked with. */
export async function compareModels(options: ResultsOptions, words: [string, string]): Promise<PromptComparison[]> {
  await using results = await openResults(options)
  const contestants = await listContestants(results)
  const models = await results.models()
  const found = words.map(word => findContestants(word, contestants, models)) as [Named[], Named[]]
  const prompts = [...new Set(contestants.map(({ prompt }) => prompt))].sort()
  const comparisons: PromptComparison[] = []
  for (const prompt of prompts) {
    const [first, second] = found.map(ofWord => ofWord.filter(one => one.prompt === prompt))
    if (!first?.[0] || !second?.[0]) continue
    const a = theOnly(first, words[0])
    const b = theOnly(second, words[1])
    if (a.key === b.key) throw new UsageError(`"${words[0]}" and "${words[1]}" are the same.`, 'name two models.')
    comparisons.push(await compareTwo(results, prompt, a, b))
  }
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

async function listContestants(results: Results): Promise<Named[]> {
  const found = new Map<string, { model: Judged['model']; prompt: string }>()
  for await (const rows of results.judged())
    for (const row of rows) found.set(contestantKey(row), { model: row.model, prompt: row.prompt })
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

async function compareTwo(results: Results, prompt: string, a: Named, b: Named): Promise<PromptComparison> {
  const ofBoth: Judged[] = []
  for await (const rows of results.judged({ ...results.selection, prompts: [prompt] }))
    ofBoth.push(...rows.filter(row => [a.key, b.key].includes(contestantKey(row))))
  const rowsOf = (key: string) => ofBoth.filter(row => contestantKey(row) === key)
  const [ofA, ofB] = [rowsOf(a.key), rowsOf(b.key)]
  const [casesOfA, casesOfB] = [new Set(ofA.map(caseKey)), new Set(ofB.map(caseKey))]
  const shared = casesOfA.intersection(casesOfB)
  const rows = [...ofA, ...ofB].filter(row => shared.has(caseKey(row)))
  const summary = summarize(rows, results.knowledge, { comparesBaselines: true })
  const placeOf = (key: string) => summary.contestants.findIndex(one => contestantKey(one) === key)
  return {
    prompt,
    names: [a.name, b.name],
    summary,
    places: [placeOf(a.key), placeOf(b.key)],
    leftOut: casesOfA.union(casesOfB).size - shared.size,
  }
}
