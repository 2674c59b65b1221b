// By category and by rule. A good case has neither, so there is no balanced accuracy here: the catch rate on the bad cases
// that a rule leads, and the pairs of these with the good cases of the same query.

import type { CategoryScore, FlawScore, RuleScore } from '../summary.ts'
import { type Draw, resampleColumns, type Sums } from './bootstrap.ts'
import { type CaseAnswers, compareText, groupInOrder, groupSorted } from './collect.ts'
import type { Definition } from './definition.ts'
import { createEstimator, joinColumns, type Stratum } from './estimate.ts'
import { MEASURES } from './measures.ts'
import { pairsOf } from './tally.ts'

interface FlawTally {
  bad: number
  caught: number
  pairs: number
  pairsRight: number
}

type Column = keyof FlawTally

/** What the contestant said, and what there is. */
const ANSWERS: Column[] = ['caught', 'pairsRight']
const CASES: Column[] = ['bad', 'pairs']

const CATCH_RATE: Definition<Column> = { from: ['caught', 'bad'], of: MEASURES.catchRate.of }
const PAIR_CORRECT: Definition<Column> = { from: ['pairsRight', 'pairs'], of: MEASURES.pairCorrect.of }

/** A rule's bad cases in one application, and their resampled columns. */
interface RuleStratum extends Stratum<Column> {
  rule: string
  category: string | null
  queries: FlawTally[]
  columnOf: (column: Column) => Sums
}

interface FlawScores {
  categories: CategoryScore[]
  rules: RuleScore[]
}

/** Contestants that share a `draw` are resampled alike. */
export function createFlawScorer(draw: Draw): (caseAnswers: CaseAnswers[]) => FlawScores {
  // How many bad cases of a rule a resample has is the same for all contestants that were asked the same.
  const kept = new Map<string, Sums[]>()
  function resampleCases(application: string, queries: FlawTally[]): Sums[] {
    const counts = CASES.map(column => queries.map(query => query[column]))
    const key = JSON.stringify([application, counts])
    const known = kept.get(key) ?? resampleColumns(counts, draw(application, queries.length))
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(key, known)
    return known
  }
  function toStrata(application: string, caseAnswers: CaseAnswers[]): RuleStratum[] {
    const rules = toRules(caseAnswers)
    const counts = rules.flatMap(({ queries }) => ANSWERS.map(column => queries.map(query => query[column])))
    const [first] = rules
    const answers = first ? resampleColumns(counts, draw(application, first.queries.length)) : []
    return rules.map((rule, place) => {
      const sums = [...answers.slice(place * 2, place * 2 + 2), ...resampleCases(application, rule.queries)]
      return { ...rule, application, columnOf: column => sums[[...ANSWERS, ...CASES].indexOf(column)] as Sums }
    })
  }
  return caseAnswers => {
    const strata = groupSorted(caseAnswers, ({ one }) => one.application).flatMap(([application, ofApplication]) =>
      toStrata(application, ofApplication),
    )
    return { categories: scoreCategories(strata), rules: strata.map(scoreRule) }
  }
}

/** The rules that lead bad cases of one application, each with a tally for every query. */
function toRules(caseAnswers: CaseAnswers[]): Pick<RuleStratum, 'rule' | 'category' | 'queries'>[] {
  const queries = groupSorted(caseAnswers, ({ one }) => one.query)
  const rules = new Map<string, Pick<RuleStratum, 'rule' | 'category' | 'queries'>>()
  queries.forEach(([, ofQuery], place) => {
    for (const { ofCase, pairs, right } of pairsOf(ofQuery)) {
      const { broken, category } = ofCase.one
      const [main] = broken
      if (main === undefined) continue
      const rule = rules.get(main) ?? { rule: main, category, queries: queries.map(emptyTally) }
      rules.set(main, rule)
      const tally = rule.queries[place] ?? emptyTally()
      tally.bad++
      tally.caught += ofCase.right
      tally.pairs += pairs
      tally.pairsRight += right
    }
  })
  return [...rules.values()].sort((a, b) => compareRules(a.rule, b.rule))
}

function scoreRule({ application, rule, queries, columnOf }: RuleStratum): RuleScore {
  return { application, rule, ...scoreStrata([{ application, queries }], columnOf) }
}

/** A category is rules of several applications, and may be several rules of one. */
function scoreCategories(strata: RuleStratum[]): CategoryScore[] {
  const categories = groupInOrder(
    strata.filter(({ category }) => category !== null),
    ({ category }) => category ?? '',
  ).sort(([a], [b]) => compareText(a, b))
  return categories.map(([category, rules]) => {
    const applications = groupSorted(rules, ({ application }) => application).map(([application, ofApplication]) => ({
      application,
      queries: addQueries(ofApplication),
    }))
    return { category, ...scoreStrata(applications, joinColumns(rules.map(({ columnOf }) => columnOf))) }
  })
}

function addQueries(rules: RuleStratum[]): FlawTally[] {
  const sums = (rules[0]?.queries ?? []).map(emptyTally)
  for (const { queries } of rules) {
    queries.forEach((tally, place) => {
      const sum = sums[place] ?? emptyTally()
      sum.bad += tally.bad
      sum.caught += tally.caught
      sum.pairs += tally.pairs
      sum.pairsRight += tally.pairsRight
    })
  }
  return sums
}

function scoreStrata(strata: Stratum<Column>[], columnOf: (column: Column) => Sums): FlawScore {
  const { estimate } = createEstimator(strata, columnOf)
  const badCases = strata.flatMap(({ queries }) => queries).reduce((sum, { bad }) => sum + bad, 0)
  return { badCases, catchRate: estimate(CATCH_RATE), pairCorrect: estimate(PAIR_CORRECT) }
}

function emptyTally(): FlawTally {
  return { bad: 0, caught: 0, pairs: 0, pairsRight: 0 }
}

const MOST_KEPT = 1000

/** R2 before R10. */
export function compareRules(a: string, b: string): number {
  return Number(a.slice(1)) - Number(b.slice(1)) || compareText(a, b)
}
