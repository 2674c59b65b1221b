import { type ContestantSummary, caseKey, contestantKey, type Judged, type Summary } from '../summary.ts'
import { createDraw, type Draw } from './bootstrap.ts'
import { scoreContestant } from './score.ts'

/** Scores every contestant, overall and by application. The order of the evaluations does not matter. */
export function summarize(evaluations: Judged[]): Summary {
  const cases = [...new Map(evaluations.map(evaluation => [caseKey(evaluation), evaluation])).values()]
  const goodCases = cases.filter(({ label }) => label === 'good').length
  const draw = createDraw()
  const contestants = [...Map.groupBy(evaluations, contestantKey).values()].flatMap(ofOne =>
    summarizeContestant(ofOne, draw),
  )
  return {
    queries: new Set(cases.map(({ application, query }) => JSON.stringify([application, query]))).size,
    cases: cases.length,
    goodCases,
    badCases: cases.length - goodCases,
    evaluations: evaluations.length,
    applications: [...new Set(cases.map(({ application }) => application))].sort(),
    contestants: contestants.sort(byBalancedAccuracy),
  }
}

function summarizeContestant(evaluations: Judged[], draw: Draw): ContestantSummary[] {
  const [first] = evaluations
  if (!first) return []
  const { model, prompt } = first
  return [{ model, prompt, isBaseline: model.host === 'built-in', ...scoreContestant(evaluations, draw) }]
}

function byBalancedAccuracy(a: ContestantSummary, b: ContestantSummary): number {
  const difference = (b.score.balancedAccuracy?.value ?? -1) - (a.score.balancedAccuracy?.value ?? -1)
  return difference || (contestantKey(a) < contestantKey(b) ? -1 : 1)
}
