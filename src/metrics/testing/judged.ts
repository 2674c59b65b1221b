import assert from 'node:assert/strict'
import type { Label, Result } from '../../domain.ts'
import { seededRandom } from '../../lib/statistics/seeded-random.ts'
import { type Judged, type Knowledge, NO_KNOWLEDGE, type Score } from '../../summary.ts'
import { summarize } from '../summarize.ts'

interface Given {
  application?: string
  query?: string
  number?: number
  label?: Label
  result?: Result
  model?: string
  host?: string
  prompt?: string
  repeat?: number
  code?: string
  language?: string
  /** What the case breaks, and what the model says that it breaks. */
  violates?: string[]
  rules?: string[]
  cost?: number
  latencyMs?: number
}

/** One evaluation of `app/query-01-bad.md`, answered `bad`, unless told otherwise. */
export function evaluation(given: Given): Judged {
  const { application = 'app', query = 'query', number = 1, label = 'bad', result = 'bad' } = given
  return {
    application,
    query,
    casePath: `${application}/${query}-0${number}-${label}.md`,
    label,
    language: given.language ?? 'sql',
    codeHash: given.code ?? `-- ${number}`,
    violates: given.violates ?? [],
    specificationHash: 'specification',
    model: {
      name: given.model ?? 'model',
      host: given.host ?? (given.model?.startsWith('baseline/') ? 'built-in' : 'host'),
      parameters: '{}',
    },
    prompt: given.prompt ?? 'default',
    repeat: given.repeat ?? 1,
    verdict: { result, rules: given.rules ?? [] },
    latencyMs: given.latencyMs ?? 1,
    promptTokens: null,
    completionTokens: null,
    cost: given.cost ?? null,
  }
}

/** Two good cases and four bad ones, with these answers. */
export function query(name: string, results: Result[], given: Given = {}): Judged[] {
  return results.map((result, index) =>
    evaluation({ ...given, query: name, number: index + 1, label: index < 2 ? 'good' : 'bad', result }),
  )
}

/** Cases 01 and 02 good, 03 to 06 bad, 07 and 08 good, with these answers. */
export function queryOfEight(name: string, results: Result[], given: Given = {}): Judged[] {
  return results.map((result, index) => {
    const label = index < 2 || index > 5 ? 'good' : 'bad'
    return evaluation({ ...given, query: name, number: index + 1, label, result })
  })
}

export function scoreOf(evaluations: Judged[], knowledge: Knowledge = NO_KNOWLEDGE): Score {
  const [first] = summarize(evaluations, knowledge).contestants
  assert.ok(first)
  return first.score
}

export const always = (result: Result): Result[] => Array.from({ length: 6 }, () => result)
export const right: Result[] = ['good', 'good', 'bad', 'bad', 'bad', 'bad']

/** Forty queries in four applications, answered at random by a model that is right seven times in ten. */
export function randomEvaluations(seed: string, given: Given & { skill?: number } = {}): Judged[] {
  const random = seededRandom(seed)
  const { skill = 0.7, ...more } = given
  const answer = (truth: Result): Result => {
    const chance = random()
    if (chance < skill) return truth
    return chance < (2 + skill) / 3 ? (truth === 'good' ? 'bad' : 'good') : 'refused'
  }
  return Array.from({ length: 40 }, (_, index) =>
    query(`query-${index}`, right.map(answer), { ...more, application: `app-${index % 4}` }),
  ).flat()
}

export function shuffled<T>(items: T[], seed: string): T[] {
  const random = seededRandom(seed)
  return items
    .map(item => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
