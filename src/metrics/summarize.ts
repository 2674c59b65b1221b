import { LEVELS } from '../domain.ts'
import { type Coverage, type Judged, type Knowledge, type Leaderboard, NO_KNOWLEDGE, type Summary } from '../summary.ts'
import { createDraw, type Draw } from './bootstrap.ts'
import { type CaseAnswers, type CaseFacts, type Collection, compareText, createCollector } from './collect.ts'
import { compareAll } from './compare.ts'
import { compareRules, createFlawScorer } from './flaws.ts'
import { balanced } from './measures.ts'
import { coverageOf, isRankedTogether, rankOf } from './rank.ts'
import { scoreContestant, scoreWhole } from './score.ts'
import { scoreCases, scoreQueries } from './tables.ts'
import { usageOf } from './usage.ts'

interface SummarizeOptions {
  /** Compare baselines too; else they are left out of the comparisons. */
  comparesBaselines?: boolean
  /** Resamples that were drawn already. */
  draw?: Draw
}

/** Scores every contestant, and compares them. The order of the evaluations does not matter. */
export function summarize(
  evaluations: Iterable<Judged>,
  knowledge: Knowledge = NO_KNOWLEDGE,
  options: SummarizeOptions = {},
): Summary {
  const collector = createCollector()
  for (const evaluation of evaluations) collector.add(evaluation)
  return summarizeCollection(collector.collect(knowledge), options).summary()
}

interface Steps {
  /** The scores alone, which are all that a terminal shows. */
  leaderboard: () => Leaderboard
  summary: () => Summary
}

/** As `summarize`, for evaluations that come in batches from a store. */
export async function summarizeBatches(
  batches: AsyncIterable<Judged[]>,
  knowledge: Knowledge,
  options: SummarizeOptions = {},
): Promise<Steps> {
  const collector = createCollector()
  for await (const batch of batches) for (const evaluation of batch) collector.add(evaluation)
  return summarizeCollection(collector.collect(knowledge), options)
}

function summarizeCollection(
  collection: Collection,
  { comparesBaselines = false, draw = createDraw() }: SummarizeOptions,
): Steps {
  const contestants = collection.contestants.map(one => ({ ...one, isBaseline: one.model.host === 'built-in' }))
  const coverage = coverageOf(contestants)
  const places = contestants
    .map((contestant, index) => ({ ...contestant, coverage: coverage[index] ?? { shared: 0, of: 0, beyond: 0 } }))
    .sort(byPlace)
  const caseScores = scoreCases(collection.cases, places)
  const outline = {
    ...describe(collection),
    contestants: places.map(({ model, prompt, isBaseline }) => ({ model, prompt, isBaseline })),
    caseScores,
  }
  function leaderboard(): Leaderboard {
    const contestants = places.map(({ model, prompt, isBaseline, caseAnswers }) => ({
      ...{ model, prompt, isBaseline },
      score: scoreWhole(caseAnswers, draw).whole,
    }))
    return { evaluations: outline.evaluations, contestants }
  }
  function summary(): Summary {
    const rows = places.map((place, index) => ({ ...place, place: index, ...scoreContestant(place.caseAnswers, draw) }))
    const comparisons = [...Map.groupBy(rows, ({ prompt }) => prompt).values()].flatMap(ofPrompt =>
      compareAll(
        ofPrompt.filter(({ isBaseline }) => comparesBaselines || !isBaseline),
        draw,
      ),
    )
    const isTogether = (place: number) => rows[place] !== undefined && isRankedTogether(rows[place].coverage)
    const scoreFlaws = createFlawScorer(draw)
    return {
      ...outline,
      contestants: rows.map(({ key, place, caseAnswers, spent, resampled, ...row }) => ({
        ...row,
        rank: row.isBaseline || !isTogether(place) ? null : rankOf(place, isTogether, comparisons),
        ...scoreFlaws(caseAnswers),
        usage: usageOf(spent),
      })),
      comparisons,
      queryScores: scoreQueries(caseScores, places),
    }
  }
  return { leaderboard, summary }
}

interface Placed {
  key: string
  coverage: Coverage
  caseAnswers: CaseAnswers[]
}

/** Those that can be ranked together, then the others; in both the best first, and equals by name. */
function byPlace(a: Placed, b: Placed): number {
  return (
    Number(isRankedTogether(b.coverage)) - Number(isRankedTogether(a.coverage)) ||
    balancedAccuracyOf(b.caseAnswers) - balancedAccuracyOf(a.caseAnswers) ||
    compareText(a.key, b.key)
  )
}

/** -1 where the contestant has no good or no bad case. */
function balancedAccuracyOf(caseAnswers: CaseAnswers[]): number {
  const of = { good: { cases: 0, right: 0 }, bad: { cases: 0, right: 0 } }
  for (const { one, right } of caseAnswers) {
    of[one.label].cases++
    of[one.label].right += right
  }
  const value = balanced(of.bad.right, of.bad.cases, of.good.right, of.good.cases)
  return Number.isNaN(value) ? -1 : value
}

function describe({ cases, contestants, evaluations }: Collection) {
  const goodCases = cases.filter(({ label }) => label === 'good').length
  return {
    queries: new Set(cases.map(({ application, query }) => JSON.stringify([application, query]))).size,
    cases: cases.length,
    goodCases,
    badCases: cases.length - goodCases,
    evaluations,
    applications: namesOf(cases.map(({ application }) => application)),
    languages: namesOf(cases.map(({ language }) => language)),
    levels: LEVELS.filter(level => cases.some(one => one.level === level)),
    prompts: namesOf(contestants.map(({ prompt }) => prompt)),
    categories: namesOf(cases.flatMap(({ category }) => category ?? [])),
    rules: rulesOf(cases),
  }
}

function rulesOf(cases: CaseFacts[]) {
  const rules = cases.flatMap(({ application, broken: [rule], category }) =>
    rule === undefined ? [] : [{ application, rule, category }],
  )
  return [...new Map(rules.map(one => [JSON.stringify([one.application, one.rule]), one])).values()].sort(
    (a, b) => compareText(a.application, b.application) || compareRules(a.rule, b.rule),
  )
}

function namesOf(names: string[]): string[] {
  return [...new Set(names)].sort(compareText)
}
