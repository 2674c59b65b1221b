// Judges the last call of a sequence, in worlds made after its steps for the caller, at the caller's time.

import type { CaseRun } from '../../cases/case-run.ts'
import type { Actors } from '../../database/hidden-rows.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import { type Actor, makeActors } from '../../worlds/actors.ts'
import { clockOf } from '../../worlds/clock.ts'
import type { Observation, ProofRun } from '../check.ts'
import { CHOICE_FOR_VARIED } from '../worlds/choose-calls.ts'
import { compareBatches } from '../worlds/compare-batches.ts'
import { runBatches } from '../worlds/run-batches.ts'
import { unguarded } from './open-sequence.ts'
import { callerName } from './step.ts'

/** The actors of proof.yaml with these names, at the time of the judged call. What rules hide from them is found anew. */
export async function actorsAfter(
  { database }: ProofRun,
  names: string[],
  at: string | undefined,
): Promise<(Actor & { derivedFrom: string })[]> {
  const clock = clockOf(database.plan)
  const later = at === undefined || !clock ? {} : { [clock.name]: at }
  const named = names.map((actor): [string, string] => [
    callerName({ actor, ...(at === undefined ? {} : { at }) }),
    actor,
  ])
  const contexts: Actors = Object.fromEntries(
    named.map(([name, actor]) => [name, { ...database.plan.actors[actor], ...later }]),
  )
  const own = new Map(named)
  const actors = await unguarded(database, () => makeActors(database, contexts))
  return actors.map(actor => ({ ...actor, derivedFrom: own.get(actor.name) ?? actor.name }))
}

/** Makes the calls, and judges them as single calls are. More sequences tell more than more worlds for each. */
export async function* judgeLast(
  proofRun: ProofRun,
  actors: Actor[],
  operations: CaseRun[],
  callsOf: (caseRun: CaseRun, actor: Actor) => Parameters[],
): AsyncGenerator<Observation> {
  const run = { ...proofRun, actors }
  const batches = yield* runBatches(run, actors, operations, callsOf)
  for (const actor of actors) yield* compareBatches(run, actor, batches, CHOICE_FOR_VARIED)
}
