import { type Coverage, type Judged, type Knowledge, NO_KNOWLEDGE, type Score, type Summary } from '../summary.ts'
import { createDraw } from './bootstrap.ts'
import { type CaseFacts, type Collection, collect, compareText } from './collect.ts'
import { compareAll } from './compare.ts'
import { compareRules, createFlawScorer } from './flaws.ts'
import { coverageOf, isRankedTogether, rankOf } from './rank.ts'
import { scoreContestant } from './score.ts'
import { scoreCases, scoreQueries } from './tables.ts'
import { usageOf } from './usage.ts'

/**
 * Scores every contestant, and compares them. The order of the evaluations does not matter. Baselines are left out of the
 * comparisons, unless somebody asks for just that.
 */
export function summarize(
  evaluations: Iterable<Judged>,
  knowledge: Knowledge = NO_KNOWLEDGE,
  { comparesBaselines = false } = {},
): Summary {
  const collection = collect(evaluations, knowledge)
  const draw = createDraw()
  const contestants = collection.contestants.map(one => ({ ...one, isBaseline: one.model.host === 'built-in' }))
  const coverage = coverageOf(contestants)
  const rows = contestants
    .map((contestant, index) => {
      const covers = coverage[index] ?? { shared: 0, of: 0, beyond: 0 }
      return { ...contestant, coverage: covers, ...scoreContestant(contestant.ballots, draw) }
    })
    .sort(byPlace)
  const comparisons = [...Map.groupBy(rows.map(toPlaced), ({ prompt }) => prompt).values()].flatMap(ofPrompt =>
    compareAll(
      ofPrompt.filter(({ isBaseline }) => comparesBaselines || !isBaseline),
      draw,
    ),
  )
  const isTogether = (place: number) => rows[place] !== undefined && isRankedTogether(rows[place].coverage)
  const scoreFlaws = createFlawScorer(draw)
  const caseScores = scoreCases(collection.cases, rows)
  return {
    ...describe(collection),
    contestants: rows.map(({ key, ballots, spent, resampled, ...row }, place) => ({
      ...row,
      rank: row.isBaseline || !isTogether(place) ? null : rankOf(place, isTogether, comparisons),
      ...scoreFlaws(ballots),
      usage: usageOf(spent),
    })),
    comparisons,
    queryScores: scoreQueries(caseScores, rows),
    caseScores,
  }
}

function toPlaced<Row>(row: Row, place: number): Row & { place: number } {
  return { ...row, place }
}

interface Placed {
  key: string
  coverage: Coverage
  score: Score
}

/** Those that can be ranked together, then the others; in both the best first, and equals by name. */
function byPlace(a: Placed, b: Placed): number {
  return (
    Number(isRankedTogether(b.coverage)) - Number(isRankedTogether(a.coverage)) ||
    (b.score.balancedAccuracy?.value ?? -1) - (a.score.balancedAccuracy?.value ?? -1) ||
    compareText(a.key, b.key)
  )
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
