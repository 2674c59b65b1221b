// How everyone did on each query and on each case.

import type { CaseSummary, QuerySummary } from '../summary.ts'
import { type CaseAnswers, type CaseFacts, groupInOrder } from './collect.ts'

interface Row {
  isBaseline: boolean
  caseAnswers: CaseAnswers[]
}

/** `rows` are the contestants in the order of the summary. */
export function scoreCases(cases: CaseFacts[], rows: Row[]): CaseSummary[] {
  const shares = rows.map(({ caseAnswers }) => new Map(caseAnswers.map(ofCase => [ofCase.one.index, ofCase.right])))
  return cases.map(({ index, querySize, ruleCount, ...one }) => ({
    ...one,
    right: shares.map(ofContestant => ofContestant.get(index) ?? null),
  }))
}

export function scoreQueries(cases: CaseSummary[], rows: Row[]): QuerySummary[] {
  return groupInOrder(cases, ({ application, query }) => JSON.stringify([application, query])).flatMap(
    ([, ofQuery]) => {
      const [first] = ofQuery
      if (!first) return []
      const { application, query } = first
      const good = ofQuery.filter(({ label }) => label === 'good')
      const bad = ofQuery.filter(({ label }) => label === 'bad')
      const scores = rows.map((_, place) => {
        const ofGood = meanRight(good, place)
        const ofBad = meanRight(bad, place)
        return ofGood === null || ofBad === null ? null : (ofGood + ofBad) / 2
      })
      const models = scores.filter((score, place) => score !== null && !rows[place]?.isBaseline).map(Number)
      const mean = meanOf(models)
      const spread = mean === null ? null : Math.sqrt(meanOf(models.map(score => (score - mean) ** 2)) ?? 0)
      return [{ application, query, goodCases: good.length, badCases: bad.length, scores, mean, spread }]
    },
  )
}

function meanRight(cases: CaseSummary[], place: number): number | null {
  return meanOf(cases.flatMap(({ right }) => right[place] ?? []))
}

function meanOf(numbers: number[]): number | null {
  return numbers.length === 0 ? null : numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
