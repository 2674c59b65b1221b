// Makes all calls in the test database as it is, and judges each by what it wrote and by who made it.

import { type CaseRun, isOpen } from '../../cases/case-run.ts'
import { type Change, isEmptyResult } from '../../cases/outcome.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import type { Actor } from '../../worlds/actors.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import type { CallBatch } from '../call-batch.ts'
import type { Observation, ProofRun } from '../check.ts'
import { uninformativeAnswers } from '../writes/judge-caller.ts'
import { judgeDigest, needsJudging } from '../writes/judge-digest.ts'

/** The calls that an actor makes of a case. */
export type CallsOf = (caseRun: CaseRun, actor: Actor) => Parameters[]

/** Makes the calls of each case as each actor. Yields the rules that break; returns the calls with their results. */
export async function* runBatches(
  proofRun: ProofRun,
  actors: Actor[],
  caseRuns: CaseRun[],
  callsOf: CallsOf,
): AsyncGenerator<Observation, CallBatch[]> {
  const { database } = proofRun
  const batches: CallBatch[] = []
  for (const caseRun of caseRuns) {
    // A case that writes leaves dead rows, which can be vacuumed only between transactions: each actor gets one of
    // their own. Inside of a migration's transaction nothing can be vacuumed.
    const groups = caseRun.program.facts.readsOnly || database.hasBase ? [actors] : actors.map(actor => [actor])
    for (const group of groups) {
      if (!isOpen(caseRun)) break
      const made = await runGroup(proofRun, group, caseRun, callsOf)
      yield { caseRun, kind: 'tried', calls: 1, count: made.reduce((sum, { calls }) => sum + calls.length, 0) }
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

/** Judges what calls wrote and who made them. */
async function* judgeBatches(proofRun: ProofRun, caseRun: CaseRun, batches: CallBatch[]): AsyncGenerator<Observation> {
  if (batches.every(({ real }) => real.every(isEmptyResult))) return
  yield { caseRun, kind: 'active' }
  if (!batches.some(({ real }) => real.some(digest => needsJudging(proofRun, caseRun, digest)))) return
  const uninformative = new Map<CallBatch, Set<number>>()
  for (const batch of batches) uninformative.set(batch, await uninformativeAnswers(proofRun, batch))
  await using _ = await openWorld(proofRun.database, UNCHANGED)
  for (const batch of batches) {
    for (const index of batch.real.keys()) {
      if (!isOpen(caseRun)) return
      const exempt = yield* judgeDigest(proofRun, batch, index, uninformative.get(batch)?.has(index) ?? false)
      for (const [rule, allowed] of Map.groupBy(exempt, one => one.rule)) {
        const byCall = batch.exempt.get(rule) ?? new Map<number, Change[]>()
        batch.exempt.set(
          rule,
          byCall.set(
            index,
            allowed.map(({ change }) => change),
          ),
        )
      }
    }
  }
}
