// By category and by rule. A good case has neither, so there is no balanced accuracy here: the catch rate on the bad cases
// that a rule leads, and the pairs of these with the good cases of the same query.

import type { CategoryScore, FlawScore, Measure, RuleScore } from '../summary.ts'
import { type Draw, joinResamples, measureInterval, resampleQueries } from './bootstrap.ts'
import { type Ballot, compareText, groupInOrder } from './collect.ts'
import { ratio } from './measures.ts'
import { pairsOf, shareRight } from './tally.ts'

const COLUMNS = ['bad', 'caught', 'pairs', 'pairsRight'] as const
type FlawTally = Record<(typeof COLUMNS)[number], number>

/** A bad case with what came of it. */
interface Flaw {
  application: string
  /** The place of its query among those of the application. */
  query: number
  rule: string | undefined
  category: string | null
  tally: FlawTally
}

export function scoreFlaws(ballots: Ballot[], draw: Draw): { categories: CategoryScore[]; rules: RuleScore[] } {
  const counts = new Map<string, number>()
  const flaws = groupInOrder(ballots, ({ one }) => one.application).flatMap(([application, ofApplication]) => {
    const queries = groupInOrder(ofApplication, ({ one }) => one.query)
    counts.set(application, queries.length)
    return queries.flatMap(([, ofQuery], query) => pairsOf(ofQuery).map(pair => toFlaw(application, query, pair)))
  })
  const score = (some: Flaw[]) => scoreSome(some, counts, draw)
  return {
    categories: groupInOrder(
      flaws.filter(({ category }) => category !== null),
      ({ category }) => category ?? '',
    )
      .sort(([a], [b]) => compareText(a, b))
      .map(([category, some]) => ({ category, ...score(some) })),
    rules: groupInOrder(
      flaws.filter(({ rule }) => rule !== undefined),
      ({ application }) => application,
    ).flatMap(([application, ofApplication]) =>
      groupInOrder(ofApplication, ({ rule }) => rule ?? '')
        .sort(([a], [b]) => compareRules(a, b))
        .map(([rule, some]) => ({ application, rule, ...score(some) })),
    ),
  }
}

function toFlaw(application: string, query: number, pair: { ballot: Ballot; pairs: number; right: number }): Flaw {
  const { one } = pair.ballot
  const tally = { bad: 1, caught: shareRight(pair.ballot), pairs: pair.pairs, pairsRight: pair.right }
  return { application, query, rule: one.broken[0], category: one.category, tally }
}

function scoreSome(flaws: Flaw[], counts: Map<string, number>, draw: Draw): FlawScore {
  const strata = groupInOrder(flaws, ({ application }) => application).map(([application, ofApplication]) => {
    const queries = Array.from({ length: counts.get(application) ?? 0 }, () => emptyTally())
    for (const { query, tally } of ofApplication) {
      const sum = queries[query]
      if (sum) for (const column of COLUMNS) sum[column] += tally[column]
    }
    return { queries, resampled: resampleQueries(queries, COLUMNS, draw(application, queries.length)) }
  })
  const resampled = joinResamples(
    strata.map(stratum => stratum.resampled),
    COLUMNS,
  )
  const total = emptyTally()
  for (const { tally } of flaws) for (const column of COLUMNS) total[column] += tally[column]
  const estimate = (measure: (tally: FlawTally) => number | null): Measure | null => {
    const value = measure(total)
    if (value === null) return null
    const canVary = strata.some(({ queries }) => queries.filter(query => measure(query) !== null).length > 1)
    return { value, interval: canVary ? measureInterval(resampled, COLUMNS, measure) : null }
  }
  return {
    badCases: total.bad,
    catchRate: estimate(({ caught, bad }) => ratio(caught, bad)),
    pairCorrect: estimate(({ pairsRight, pairs }) => ratio(pairsRight, pairs)),
  }
}

function emptyTally(): FlawTally {
  return { bad: 0, caught: 0, pairs: 0, pairsRight: 0 }
}

/** R2 before R10. */
export function compareRules(a: string, b: string): number {
  return Number(a.slice(1)) - Number(b.slice(1)) || compareText(a, b)
}
