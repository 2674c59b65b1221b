// Scores of one contestant: overall, by application and by language.

import type { Result } from '../domain.ts'
import type { ApplicationScore, Interval, LanguageScore, Measure, Score } from '../summary.ts'
import { type Draw, joinResamples, measureInterval, type Resampled, resampleQueries } from './bootstrap.ts'
import { type Ballot, compareText, groupInOrder } from './collect.ts'
import { floorOf } from './floors.ts'
import { balancedAccuracyAtBest, MEASURES, type MeasureName, ratio } from './measures.ts'
import { addTallies, COLUMNS, type Column, type Tally, tallyQuery } from './tally.ts'

/** One application's part of a score. */
interface Stratum {
  application: string
  ballots: Ballot[]
  queries: Tally[]
  resampled: Resampled<Column>
}

interface ContestantScores {
  score: Score
  leaveOneOut: Interval | null
  applications: ApplicationScore[]
  languages: LanguageScore[]
}

/** Scores the ballots of one contestant. Contestants that share a `draw` are resampled alike. */
export function scoreContestant(ballots: Ballot[], draw: Draw): ContestantScores {
  const strata = toStrata(ballots, draw)
  const score = scoreStrata(strata)
  const languages = groupInOrder(ballots, ({ one }) => one.language).sort(([a], [b]) => compareText(a, b))
  return {
    score,
    leaveOneOut: leaveOneOut(strata),
    applications: strata.map(stratum => ({ application: stratum.application, ...scoreStrata([stratum]) })),
    languages: languages.map(([language, ofLanguage]) => ({
      language,
      ...(languages.length === 1 ? score : scoreStrata(toStrata(ofLanguage, draw))),
    })),
  }
}

function toStrata(ballots: Ballot[], draw: Draw): Stratum[] {
  return groupInOrder(ballots, ({ one }) => one.application).map(([application, ofApplication]) => {
    const queries = groupInOrder(ofApplication, ({ one }) => one.query).map(([, ofQuery]) => tallyQuery(ofQuery))
    const resampled = resampleQueries(queries, COLUMNS, draw(application, queries.length))
    return { application, ballots: ofApplication, queries, resampled }
  })
}

function scoreStrata(strata: Stratum[]): Score {
  const ballots = strata.flatMap(stratum => stratum.ballots)
  const tally = addTallies(strata.flatMap(({ queries }) => queries))
  const resampled = joinResamples(
    strata.map(stratum => stratum.resampled),
    COLUMNS,
  )
  const results = countResults(ballots)
  const evaluations = Object.values(results).reduce((sum, count) => sum + count, 0)
  const answered = results.good + results.bad
  const measure = (name: MeasureName) => estimate(name, tally, strata, resampled)
  const low = MEASURES.balancedAccuracy(tally)
  const high = balancedAccuracyAtBest(tally)
  return {
    queries: strata.reduce((sum, { queries }) => sum + queries.length, 0),
    cases: tally.good + tally.bad,
    goodCases: tally.good,
    badCases: tally.bad,
    evaluations,
    answered,
    answeredShare: ratio(answered, evaluations),
    results,
    bounds: low === null || high === null ? null : { low, high },
    accuracy: measure('accuracy'),
    balancedAccuracy: measure('balancedAccuracy'),
    catchRate: measure('catchRate'),
    falseAlarms: measure('falseAlarms'),
    precision: measure('precision'),
    f1: measure('f1'),
    mcc: measure('mcc'),
    querySolved: measure('querySolved'),
    pairCorrect: measure('pairCorrect'),
    rightReason: measure('rightReason'),
    rulesNamed: ratio(tally.named, tally.naming),
    agreement: measure('agreement'),
    kappa: measure('kappa'),
    floor: floorOf(
      tally,
      ballots.map(({ one }) => one),
    ),
  }
}

function estimate(name: MeasureName, tally: Tally, strata: Stratum[], resampled: Resampled<Column>): Measure | null {
  const measure = MEASURES[name]
  const value = measure(tally)
  if (value === null) return null
  // Drawing from one query gives the same every time, and would look like certainty.
  const canVary = strata.some(({ queries }) => queries.filter(query => measure(query) !== null).length > 1)
  return { value, interval: canVary ? measureInterval(resampled, COLUMNS, measure) : null }
}

/** How far the balanced accuracy rests on single applications: its range when each is left out in turn. */
function leaveOneOut(strata: Stratum[]): Interval | null {
  if (strata.length < 2) return null
  const values = strata.flatMap(left => {
    const others = strata.filter(stratum => stratum !== left).flatMap(({ queries }) => queries)
    return MEASURES.balancedAccuracy(addTallies(others)) ?? []
  })
  return values.length < 2 ? null : { low: Math.min(...values), high: Math.max(...values) }
}

function countResults(ballots: Ballot[]): Record<Result, number> {
  const counts: Record<Result, number> = { good: 0, bad: 0, refused: 0, truncated: 0, unreadable: 0, empty: 0 }
  for (const { answers } of ballots) for (const { result } of answers) counts[result]++
  return counts
}
