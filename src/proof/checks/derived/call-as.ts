import type { CaseRun } from '../../cases/case-run.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import type { Actor } from '../../worlds/actors.ts'
import type { Observation, ProofRun } from '../check.ts'
import { CHOICE_FOR_DERIVED } from '../worlds/choose-calls.ts'
import { compareBatches } from '../worlds/compare-batches.ts'
import { runBatches } from '../worlds/run-batches.ts'

/** Makes calls as actors that proof.yaml does not name, and judges them as those of any actor. */
export async function* callAs<A extends Actor>(
  proofRun: ProofRun,
  actors: A[],
  caseRuns: CaseRun[],
  callsOf: (caseRun: CaseRun, actor: A) => Parameters[],
): AsyncGenerator<Observation> {
  const byName = new Map(actors.map(actor => [actor.name, actor]))
  const batches = yield* runBatches(proofRun, actors, caseRuns, (caseRun, { name }) => {
    const actor = byName.get(name)
    return actor ? callsOf(caseRun, actor) : []
  })
  for (const actor of actors) yield* compareBatches(proofRun, actor, batches, CHOICE_FOR_DERIVED)
  // Only good cases keep their calls, for the check `reached`.
  for (const [caseRun, own] of Map.groupBy(batches, batch => batch.caseRun)) {
    if (caseRun.case.label !== 'good') continue
    const more = own.flatMap(({ actor: { context }, calls, real }) =>
      real.map((result, nth) => ({ step: { context, parameters: calls[nth] ?? {} }, result })),
    )
    yield { caseRun, kind: 'facts', facts: { otherCalls: [...(caseRun.facts.otherCalls ?? []), ...more] } }
  }
}
