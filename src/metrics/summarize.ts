import { type ContestantSummary, type Judged, type Knowledge, NO_KNOWLEDGE, type Summary } from '../summary.ts'
import { createDraw, type Draw } from './bootstrap.ts'
import { type CaseFacts, type Collection, type Contestant, collect, compareText } from './collect.ts'
import { compareRules, scoreFlaws } from './flaws.ts'
import { scoreContestant } from './score.ts'
import { scoreCases, scoreQueries } from './tables.ts'
import { usageOf } from './usage.ts'

/** Scores every contestant, and compares them. The order of the evaluations does not matter. */
export function summarize(evaluations: Iterable<Judged>, knowledge: Knowledge = NO_KNOWLEDGE): Summary {
  const collection = collect(evaluations, knowledge)
  const draw = createDraw()
  const rows = collection.contestants
    .map(contestant => ({ contestant, summary: summarizeContestant(contestant, draw) }))
    .sort((a, b) => byBalancedAccuracy(a.summary, b.summary) || compareText(a.contestant.key, b.contestant.key))
  const contestants = rows.map(({ summary }) => summary)
  const ballots = rows.map(({ contestant, summary }) => ({ ...contestant, isBaseline: summary.isBaseline }))
  const caseScores = scoreCases(collection.cases, ballots)
  return {
    ...describe(collection),
    contestants,
    comparisons: [],
    queryScores: scoreQueries(caseScores, ballots),
    caseScores,
  }
}

function summarizeContestant({ model, prompt, ballots, spent }: Contestant, draw: Draw): ContestantSummary {
  return {
    model,
    prompt,
    isBaseline: model.host === 'built-in',
    rank: null,
    coverage: { shared: ballots.length, of: ballots.length, beyond: 0 },
    ...scoreContestant(ballots, draw),
    ...scoreFlaws(ballots, draw),
    usage: usageOf(spent),
  }
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

function byBalancedAccuracy(a: ContestantSummary, b: ContestantSummary): number {
  return (b.score.balancedAccuracy?.value ?? -1) - (a.score.balancedAccuracy?.value ?? -1)
}
