import type { CaseRun } from '../../cases/case-run.ts'
import type { ResultDigest } from '../../cases/outcome.ts'
import type { CallBatch } from '../call-batch.ts'
import type { Check } from '../check.ts'
import { CHOICE_FOR_CASES } from './choose-calls.ts'
import { compareBatches } from './compare-batches.ts'
import { runBatches } from './run-batches.ts'

/** Makes the calls that are not usual: pairs of parameters, boundary values, literals of the code. */
export const thorough: Check = {
  name: 'thorough',
  needs: ['order', 'givenValues', 'digests'],
  gives: ['digests'],
  seeds: 'written',
  searchesFurther: true,
  async *run(proofRun, caseRuns) {
    const batches = yield* runBatches(proofRun, proofRun.actors, caseRuns, ({ callPlan }, { name }) =>
      callPlan.callsOf(name).slice(callPlan.usualCount(name)),
    )
    for (const actor of proofRun.actors) yield* compareBatches(proofRun, actor, batches, CHOICE_FOR_CASES)
    for (const [caseRun, own] of Map.groupBy(batches, batch => batch.caseRun)) {
      if (caseRun.facts.digests) yield { caseRun, kind: 'facts', facts: { digests: withMore(caseRun, own) } }
    }
  },
}

/** The results of all calls: those that are known, then those of these calls. */
function withMore({ facts }: CaseRun, batches: CallBatch[]): ReadonlyMap<string, ResultDigest[]> {
  return new Map(batches.map(({ actor: { name }, real }) => [name, [...(facts.digests?.get(name) ?? []), ...real]]))
}
