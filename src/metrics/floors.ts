// What needs no understanding: the figures of always saying bad, and of naming a rule blindly with it.

import type { Floor } from '../summary.ts'
import type { CaseFacts } from './collect.ts'
import { MEASURES, ratio } from './measures.ts'
import { emptyTally, type Tally } from './tally.ts'

export function floorOf(tally: Tally, cases: CaseFacts[]): Floor {
  const alwaysBad: Tally = { ...emptyTally(), bad: tally.bad, caught: tally.bad, good: tally.good }
  const explained = cases.filter(({ broken }) => broken.length > 0)
  return {
    accuracy: MEASURES.accuracy(alwaysBad),
    precision: MEASURES.precision(alwaysBad),
    f1: MEASURES.f1(alwaysBad),
    mcc: MEASURES.mcc(alwaysBad),
    randomRule: randomRule(explained),
    commonestRule: commonestRule(explained),
  }
}

/** The chance that a rule drawn from the specification is one that is broken, over the cases whose rules are known. */
function randomRule(cases: CaseFacts[]): number | null {
  const chances = cases.flatMap(({ broken, ruleCount }) => (ruleCount ? [broken.length / ruleCount] : []))
  return ratio(
    chances.reduce((sum, chance) => sum + chance, 0),
    chances.length,
  )
}

/** Rules are an application's own, so each application has a commonest one. */
function commonestRule(cases: CaseFacts[]): number | null {
  const applications = Map.groupBy(cases, ({ application }) => application)
  const hits = [...applications.values()].map(ofApplication => {
    const counts = new Map<string, number>()
    for (const { broken } of ofApplication)
      for (const rule of new Set(broken)) counts.set(rule, (counts.get(rule) ?? 0) + 1)
    return Math.max(...counts.values())
  })
  return ratio(
    hits.reduce((sum, count) => sum + count, 0),
    cases.length,
  )
}
