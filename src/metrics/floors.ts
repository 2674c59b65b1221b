// What a contestant reaches without understanding: by always saying bad, and by naming a rule at random with it.

import type { Floor } from '../summary.ts'
import type { CaseFacts } from './collect.ts'
import { MEASURES, orNull } from './measures.ts'

export function floorOf(cases: CaseFacts[]): Floor {
  const bad = cases.filter(({ label }) => label === 'bad').length
  const good = cases.length - bad
  const explained = cases.filter(({ broken }) => broken.length > 0)
  return {
    accuracy: orNull(MEASURES.accuracy.of(bad, bad, 0, good)),
    precision: orNull(MEASURES.precision.of(bad, 0, good)),
    f1: orNull(MEASURES.f1.of(bad, bad, 0, good)),
    mcc: orNull(MEASURES.mcc.of(bad, bad, 0, good)),
    randomRule: orNull(randomRule(explained)),
    commonestRule: orNull(commonestRule(explained)),
  }
}

/** The chance that a rule drawn from the specification is one that is broken, over the cases whose rules are known. */
function randomRule(cases: CaseFacts[]): number {
  const chances = cases.flatMap(({ broken, ruleCount }) => (ruleCount ? [broken.length / ruleCount] : []))
  return chances.reduce((sum, chance) => sum + chance, 0) / chances.length
}

/** Rules are an application's own, so each application has a commonest one. */
function commonestRule(cases: CaseFacts[]): number {
  const applications = Map.groupBy(cases, ({ application }) => application)
  const hits = [...applications.values()].map(ofApplication => {
    const counts = new Map<string, number>()
    for (const { broken } of ofApplication)
      for (const rule of new Set(broken)) counts.set(rule, (counts.get(rule) ?? 0) + 1)
    return Math.max(...counts.values())
  })
  return hits.reduce((sum, count) => sum + count, 0) / cases.length
}
