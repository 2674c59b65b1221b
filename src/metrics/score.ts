// Scores of one contestant: overall, and by application.

import type { Result } from '../domain.ts'
import type { ApplicationScore, Judged, Measure, Score } from '../summary.ts'
import { type Draw, joinResamples, measureInterval, type Resampled, resampleQueries } from './bootstrap.ts'
import { MEASURES, type MeasureName } from './measures.ts'
import { addTallies, EMPTY_TALLY, type Tally, tallyCases } from './tally.ts'

/** One application's part of a score. */
interface Stratum {
  application: string
  evaluations: Judged[]
  queries: Tally[]
  resampled: Resampled
}

/** Scores the evaluations of one contestant. Contestants that share a `draw` are resampled alike. */
export function scoreContestant(evaluations: Judged[], draw: Draw): { score: Score; applications: ApplicationScore[] } {
  const strata = groupSorted(evaluations, ({ application }) => application).map(
    ([application, ofApplication]): Stratum => {
      const queries = groupSorted(ofApplication, ({ query }) => query).map(([, ofQuery]) => tallyCases(ofQuery))
      const resampled = resampleQueries(queries, draw(application, queries.length))
      return { application, evaluations: ofApplication, queries, resampled }
    },
  )
  return {
    score: scoreStrata(strata),
    applications: strata.map(stratum => ({ application: stratum.application, ...scoreStrata([stratum]) })),
  }
}

function scoreStrata(strata: Stratum[]): Score {
  const tally = strata.flatMap(({ queries }) => queries).reduce(addTallies, EMPTY_TALLY)
  const resampled = joinResamples(strata.map(stratum => stratum.resampled))
  const results = countResults(strata.flatMap(({ evaluations }) => evaluations))
  const evaluations = Object.values(results).reduce((sum, count) => sum + count, 0)
  const answered = results.good + results.bad
  const measure = (name: MeasureName) => estimate(name, tally, strata, resampled)
  return {
    queries: strata.reduce((sum, { queries }) => sum + queries.length, 0),
    cases: tally.good + tally.bad,
    goodCases: tally.good,
    badCases: tally.bad,
    evaluations,
    answered,
    answeredShare: evaluations === 0 ? null : answered / evaluations,
    results,
    accuracy: measure('accuracy'),
    balancedAccuracy: measure('balancedAccuracy'),
    catchRate: measure('catchRate'),
    falseAlarms: measure('falseAlarms'),
  }
}

function estimate(name: MeasureName, tally: Tally, strata: Stratum[], resampled: Resampled): Measure | null {
  const measure = MEASURES[name]
  const value = measure(tally)
  if (value === null) return null
  // Drawing from one query gives the same every time, and would look like certainty.
  const canVary = strata.some(({ queries }) => queries.filter(query => measure(query) !== null).length > 1)
  return { value, interval: canVary ? measureInterval(resampled, measure) : null }
}

function countResults(evaluations: Judged[]): Record<Result, number> {
  const counts: Record<Result, number> = { good: 0, bad: 0, refused: 0, truncated: 0, unreadable: 0, empty: 0 }
  for (const { verdict } of evaluations) counts[verdict.result]++
  return counts
}

// In the order of the names, so that the draws do not depend on the order of the rows.
function groupSorted(evaluations: Judged[], name: (evaluation: Judged) => string): [string, Judged[]][] {
  return [...Map.groupBy(evaluations, name)].sort(([a], [b]) => (a < b ? -1 : 1))
}
