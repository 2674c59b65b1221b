// Scores of one contestant: overall, by application, by language and by level.

import { LEVELS, type Result } from '../domain.ts'
import type { MeasureKey } from '../measure-list.ts'
import type { ApplicationScore, Interval, LanguageScore, LevelScore, Measure, Score } from '../summary.ts'
import type { Draw } from './bootstrap.ts'
import { type CaseAnswers, compareText, groupInOrder, groupSorted } from './collect.ts'
import type { Definition } from './definition.ts'
import { createColumns, createEstimator, type Estimator, joinColumns, measureAll, type Stratum } from './estimate.ts'
import { floorOf } from './floors.ts'
import { balanced, MEASURES, orNull } from './measures.ts'
import { type Column, type Tally, tallyQuery } from './tally.ts'

interface ContestantScores {
  score: Score
  leaveOneOut: Interval | null
  applications: ApplicationScore[]
  languages: LanguageScore[]
  levels: LevelScore[]
  /** The balanced accuracy of each resample. */
  resampled: Float64Array
}

/** All that a measure is computed from. */
const COLUMNS = [...new Set(Object.values(MEASURES).flatMap(({ from }): Column[] => from))]

interface ScoredStratum extends Stratum<Column> {
  caseAnswers: CaseAnswers[]
  queries: Tally[]
}

/** Scores the answers of one contestant. Contestants that share a `draw` are resampled alike. */
export function scoreContestant(caseAnswers: CaseAnswers[], draw: Draw): ContestantScores {
  const { strata, columns, overall, whole } = scoreWhole(caseAnswers, draw)
  const languages = groupInOrder(caseAnswers, ({ one }) => one.language).sort(([a], [b]) => compareText(a, b))
  const levels = LEVELS.map(level => ({ level, ofLevel: caseAnswers.filter(({ one }) => one.level === level) }))
  return {
    score: whole,
    leaveOneOut: leaveOneOut(strata),
    applications: strata.map((stratum, index) => ({
      application: stratum.application,
      ...(strata.length === 1
        ? whole
        : scoreStrata([stratum], createEstimator([stratum], joinColumns(columns.slice(index, index + 1))))),
    })),
    languages: languages.map(([language, ofLanguage]) => ({
      language,
      ...(languages.length === 1 ? whole : scoreWhole(ofLanguage, draw).whole),
    })),
    levels: levels
      .filter(({ ofLevel }) => ofLevel.length > 0)
      .map(({ level, ofLevel }) => ({
        level,
        ...(ofLevel.length === caseAnswers.length ? whole : scoreWhole(ofLevel, draw).whole),
      })),
    resampled: overall.resampled(MEASURES.balancedAccuracy),
  }
}

/** The score of all these answers, and what it was computed from. */
export function scoreWhole(caseAnswers: CaseAnswers[], draw: Draw) {
  const strata = toStrata(caseAnswers)
  const columns = strata.map(stratum => createColumns(stratum, COLUMNS, draw))
  const overall = createEstimator(strata, joinColumns(columns))
  return { strata, columns, overall, whole: scoreStrata(strata, overall) }
}

function toStrata(caseAnswers: CaseAnswers[]): ScoredStratum[] {
  return groupSorted(caseAnswers, ({ one }) => one.application).map(([application, ofApplication]) => ({
    application,
    caseAnswers: ofApplication,
    queries: groupSorted(ofApplication, ({ one }) => one.query).map(([, ofQuery]) => tallyQuery(ofQuery)),
  }))
}

function scoreStrata(strata: ScoredStratum[], { estimate }: Estimator<Column>): Score {
  const caseAnswers = strata.flatMap(stratum => stratum.caseAnswers)
  const queries = strata.flatMap(stratum => stratum.queries)
  const sum = (column: Column) => queries.reduce((total, query) => total + query[column], 0)
  const [bad, good] = [sum('bad'), sum('good')]
  const results = countResults(caseAnswers)
  const evaluations = Object.values(results).reduce((total, count) => total + count, 0)
  const answered = results.good + results.bad
  const low = balanced(sum('caught'), bad, sum('cleared'), good)
  const high = balanced(sum('caught') + sum('badUnanswered'), bad, sum('cleared') + sum('goodUnanswered'), good)
  return {
    queries: queries.length,
    cases: good + bad,
    goodCases: good,
    badCases: bad,
    evaluations,
    answered,
    answeredShare: orNull(answered / evaluations),
    results,
    bounds: Number.isNaN(low) ? null : { low, high },
    ...measureEach(estimate),
    rulesNamed: orNull(sum('named') / sum('naming')),
    floor: floorOf(caseAnswers.map(({ one }) => one)),
  }
}

function measureEach(estimate: Estimator<Column>['estimate']): Record<MeasureKey, Measure | null> {
  const measured = Object.entries<Definition<Column>>(MEASURES).map(([key, definition]) => [key, estimate(definition)])
  return Object.fromEntries(measured) as Record<MeasureKey, Measure | null>
}

/** How far the balanced accuracy rests on single applications: its range when each is left out in turn. */
function leaveOneOut(strata: ScoredStratum[]): Interval | null {
  if (strata.length < 2) return null
  const values = strata
    .map(left => strata.filter(stratum => stratum !== left).flatMap(({ queries }) => queries))
    .map(others => measureAll(MEASURES.balancedAccuracy, others))
    .filter(value => !Number.isNaN(value))
  return values.length < 2 ? null : { low: Math.min(...values), high: Math.max(...values) }
}

function countResults(caseAnswers: CaseAnswers[]): Record<Result, number> {
  const counts: Record<Result, number> = { good: 0, bad: 0, refused: 0, truncated: 0, unreadable: 0, empty: 0 }
  for (const { answers } of caseAnswers) for (const { result } of answers) counts[result]++
  return counts
}
