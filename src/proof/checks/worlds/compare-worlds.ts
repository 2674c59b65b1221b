// Makes the usual calls of every actor in the test database as it is, then in worlds without what rules hide from the
// actor.

import { type CaseRun, isJobOf, type MadeCall } from '../../cases/case-run.ts'
import { digestText, type ResultDigest } from '../../cases/outcome.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import type { Actor } from '../../worlds/actors.ts'
import type { CallBatch } from '../call-batch.ts'
import { type Check, unstableResult } from '../check.ts'
import { CHOICE_FOR_CASES, CHOICE_FOR_VARIED } from './choose-calls.ts'
import { compareBatches } from './compare-batches.ts'
import { runBatches } from './run-batches.ts'

export const worlds: Check = {
  name: 'worlds',
  needs: ['workDigests', 'order', 'givenValues'],
  gives: ['digests'],
  seeds: 'every',
  async *run(proofRun, caseRuns) {
    const { actors, variation } = proofRun
    const batches = yield* runBatches(proofRun, actors, caseRuns, (caseRun, actor) => {
      const { callPlan } = caseRun
      const usual = callPlan.callsOf(actor.name).slice(0, callPlan.usualCount(actor.name))
      return variation === undefined ? usual : callsOnVaried(caseRun, actor, usual, variation)
    })
    for (const batch of batches) {
      if (!isSameAsFirst(batch))
        yield { caseRun: batch.caseRun, kind: 'undecided', undecided: unstableResult(batch.caseRun) }
    }
    const choice = variation === undefined ? CHOICE_FOR_CASES : CHOICE_FOR_VARIED
    for (const actor of actors) yield* compareBatches(proofRun, actor, batches, choice)
    // Only good cases keep their digests, for the check `good-cases`: there are thousands.
    for (const [caseRun, own] of Map.groupBy(batches, batch => batch.caseRun)) {
      if (caseRun.case.label !== 'good') continue
      // On a varied seed an actor makes only some of the calls of the call plan.
      const facts =
        variation === undefined ? { digests: byActor(own) } : { digests: new Map(), otherCalls: madeCalls(own) }
      yield { caseRun, kind: 'facts', facts }
    }
  },
}

/** Of the calls that vary those in `works`, one of so many is made on a varied seed. */
const VARIED_SHARE = 3

/**
 * The calls on a varied seed: those in `works`, and others on each seed. More seeds with fewer calls find more than fewer
 * seeds with more calls.
 */
export function callsOnVaried(
  caseRun: CaseRun,
  actor: Pick<Actor, 'name'>,
  usual: Parameters[],
  variation: number,
  share = VARIED_SHARE,
): Parameters[] {
  const { base, representatives } = caseRun.callPlan
  if (!isJobOf(caseRun, actor) && !representatives.has(actor.name)) return []
  const works = base.length
  return usual.filter((_, nth) => nth < works || (nth + variation) % share === 0)
}

function madeCalls(batches: CallBatch[]): MadeCall[] {
  return batches.flatMap(({ actor: { context }, calls, real }) =>
    real.map((result, nth) => ({ step: { context, parameters: calls[nth] ?? {} }, result })),
  )
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
