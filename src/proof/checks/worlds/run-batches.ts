// All calls in the database as it is, each judged by what it wrote and by who made it.

import { type CaseRun, isOpen } from '../../cases/case-run.ts'
import { isEmptyResult } from '../../cases/outcome.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import type { Actor } from '../../worlds/actors.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import type { CallBatch } from '../call-batch.ts'
import type { Observation, ProofRun } from '../check.ts'
import { emptyAnswers } from '../writes/judge-caller.ts'
import { isToBeJudged, judgeDigest } from '../writes/judge-digest.ts'

export type CallsOf = (caseRun: CaseRun, actor: Actor) => Parameters[]

export async function* runBatches(
  proofRun: ProofRun,
  actors: Actor[],
  caseRuns: CaseRun[],
  callsOf: CallsOf,
): AsyncGenerator<Observation, CallBatch[]> {
  const batches: CallBatch[] = []
  for (const caseRun of caseRuns) {
    // What writes leaves dead rows behind, which can only be vacuumed between transactions: the actors come one by one.
    const groups = caseRun.program.facts.readsOnly ? [actors] : actors.map(actor => [actor])
    for (const group of groups) {
      if (!isOpen(caseRun)) break
      const made = await runGroup(proofRun, group, caseRun, callsOf)
      yield* judgeBatches(proofRun, caseRun, made)
      batches.push(...made)
    }
  }
  return batches
}

async function runGroup(
  { database, onCase }: ProofRun,
  actors: Actor[],
  caseRun: CaseRun,
  callsOf: CallsOf,
): Promise<CallBatch[]> {
  onCase(caseRun.case.path)
  const all = actors.map(actor => ({ actor, calls: callsOf(caseRun, actor) }))
  await using _ = await openWorld(database, UNCHANGED)
  const digests = await caseRun.program.run(
    all.flatMap(({ actor: { context }, calls }) => calls.map(parameters => [{ context, parameters }])),
  )
  return all.map(({ actor, calls }) => ({
    caseRun,
    actor,
    calls,
    real: digests.splice(0, calls.length),
    exempt: new Map(),
  }))
}

async function* judgeBatches(proofRun: ProofRun, caseRun: CaseRun, batches: CallBatch[]): AsyncGenerator<Observation> {
  if (batches.every(({ real }) => real.every(isEmptyResult))) return
  yield { caseRun, kind: 'active' }
  if (!batches.some(({ real }) => real.some(digest => isToBeJudged(proofRun, caseRun, digest)))) return
  const empty = new Map<CallBatch, Set<number>>()
  for (const batch of batches) empty.set(batch, await emptyAnswers(proofRun, batch))
  await using _ = await openWorld(proofRun.database, UNCHANGED)
  for (const batch of batches) {
    for (const index of batch.real.keys()) {
      if (!isOpen(caseRun)) return
      const exempt = yield* judgeDigest(proofRun, batch, index, empty.get(batch)?.has(index) ?? false)
      for (const rule of exempt) batch.exempt.set(rule, (batch.exempt.get(rule) ?? new Set<number>()).add(index))
    }
  }
}
