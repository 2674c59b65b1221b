// Makes the usual calls of every actor in the test database as it is, then in worlds without what rules hide from the
// actor.

import { isJobOf } from '../../cases/case-run.ts'
import { digestText, type ResultDigest } from '../../cases/outcome.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import type { CallBatch } from '../call-batch.ts'
import { type Check, isVaried, unstableResult } from '../check.ts'
import { CHOICE_FOR_CASES, CHOICE_FOR_DERIVED } from './choose-calls.ts'
import { compareBatches } from './compare-batches.ts'
import { runBatches } from './run-batches.ts'

export const worlds: Check = {
  name: 'worlds',
  needs: ['workDigests', 'order', 'givenValues'],
  gives: ['digests'],
  seeds: 'every',
  async *run(proofRun, caseRuns) {
    const { actors } = proofRun
    const batches = yield* runBatches(proofRun, actors, caseRuns, (caseRun, actor) => {
      const { callPlan } = caseRun
      const isChosen = !isVaried(proofRun) || isJobOf(caseRun, actor) || callPlan.representatives.has(actor.name)
      return isChosen ? callPlan.callsOf(actor.name).slice(0, callPlan.usualCount(actor.name)) : []
    })
    for (const batch of batches) {
      if (!isSameAsFirst(batch))
        yield { caseRun: batch.caseRun, kind: 'undecided', undecided: unstableResult(batch.caseRun) }
    }
    const choice = isVaried(proofRun) ? CHOICE_FOR_DERIVED : CHOICE_FOR_CASES
    for (const actor of actors) yield* compareBatches(proofRun, actor, batches, choice)
    // Only good cases keep their digests, for the check `good-cases`: there are thousands.
    for (const [caseRun, own] of Map.groupBy(batches, batch => batch.caseRun)) {
      if (caseRun.case.label === 'good') yield { caseRun, kind: 'facts', facts: { digests: byActor(own) } }
    }
  },
}

function byActor(batches: CallBatch[]): ReadonlyMap<string, ResultDigest[]> {
  return new Map(batches.map(({ actor, real }) => [actor.name, real]))
}

/** Whether calls in `works` give the same as in the check `works`, which made them before. */
export function isSameAsFirst({ caseRun, actor, calls, real }: CallBatch): boolean {
  return caseRun.works.every((call, nth) => {
    if (call.as !== actor.name) return true
    const at = calls.findIndex(parameters => isSameCall(parameters, call.parameters))
    const [first, second] = [caseRun.facts.workDigests?.[nth], real[at]]
    return !first || !second || digestText(first, false) === digestText(second, false)
  })
}

function isSameCall(full: Parameters, given: Parameters): boolean {
  return Object.entries(full).every(([name, value]) => value === (given[name] ?? null))
}
