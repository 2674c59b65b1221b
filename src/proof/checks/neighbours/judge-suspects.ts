// Judges calls with a changed row in worlds, as calls are judged on every seed.

import { type CaseRun, isOpen, isSettled } from '../../cases/case-run.ts'
import type { Step } from '../../cases/kind.ts'
import { makeActors } from '../../worlds/actors.ts'
import { openBase } from '../../worlds/open-world.ts'
import type { Observation, ProofRun } from '../check.ts'
import { limit } from '../limits/check-limit.ts'
import { order } from '../order/check-order.ts'
import { CHOICE_FOR_CASES } from '../worlds/choose-calls.ts'
import { compareBatches } from '../worlds/compare-batches.ts'
import { runBatches } from '../worlds/run-batches.ts'
import type { ChosenChange } from './choose-changes.ts'
import { changeToJudge, describeChange } from './row-changes.ts'

/** The most changes with which a case is judged. */
const MOST_JUDGED = 12

/** The most changes with which the rows of a case are counted among thousands. */
const MOST_COUNTED = 3

/** A call of an actor. */
export interface NamedCall extends Step {
  actor: string
}

/** A change with which some calls of a case give something else than those of its reference. */
export interface Suspect {
  change: ChosenChange
  calls: NamedCall[]
  /** More rows came than from the reference: a row may come once for each of its copies. */
  givesMore: boolean
}

/** Judges the calls that differ, change by change: first of columns that were not judged before. */
export async function* judgeSuspects(
  proofRun: ProofRun,
  caseRun: CaseRun,
  suspects: Suspect[],
): AsyncGenerator<Observation> {
  const byColumn = Map.groupBy(suspects, ({ change }) => `${change.table}.${change.column} ${change.isCopy}`)
  const rounds = Math.max(...[...byColumn.values()].map(list => list.length))
  const inTurn = Array.from({ length: rounds }, (_, nth) => [...byColumn.values()].flatMap(list => list[nth] ?? []))
  let counted = 0
  for (const suspect of inTurn.flat().slice(0, MOST_JUDGED)) {
    if (!isOpen(caseRun) || isSettled(caseRun)) return
    const counts = suspect.givesMore && counted++ < MOST_COUNTED
    await using base = await openBase(proofRun.database, changeToJudge(proofRun.database, suspect.change))
    if (base.unbuilt !== undefined) continue
    const seed = `${proofRun.seed}, with ${describeChange(suspect.change)}`
    for await (const observation of judge(proofRun, caseRun, suspect.calls, counts)) yield onSeed(observation, seed)
  }
}

async function* judge(
  proofRun: ProofRun,
  caseRun: CaseRun,
  calls: NamedCall[],
  counts: boolean,
): AsyncGenerator<Observation> {
  const byActor = Map.groupBy(calls, ({ actor }) => actor)
  const contexts = [...byActor].map(([name, [call]]) => [name, call?.context ?? {}] as const)
  const actors = await makeActors(proofRun.database, Object.fromEntries(contexts))
  const run = { ...proofRun, actors }
  yield* order.run(run, [caseRun])
  if (!isOpen(caseRun)) return
  const batches = yield* runBatches(run, actors, [caseRun], (_, { name }) =>
    (byActor.get(name) ?? []).map(({ parameters }) => parameters),
  )
  for (const actor of actors) yield* compareBatches(run, actor, batches, CHOICE_FOR_CASES)
  if (!counts) return
  // How many rows come is known of the seed; here only a limit that does not hold counts.
  for await (const observation of limit.run(run, [caseRun])) if (observation.kind === 'violation') yield observation
}

/** The observation with the name of the seed in its witness. */
function onSeed(observation: Observation, seed: string): Observation {
  if (observation.kind !== 'violation') return observation
  const { witness } = observation
  return {
    ...observation,
    witness: async () => {
      const made = await witness()
      return made && made !== 'unconfirmed' ? { ...made, seed } : made
    },
  }
}
