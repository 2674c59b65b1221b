// A call may differ in the world without anything hidden, and in the world of no single rule: a maximum over rows of two
// rules, for example, since the world of each rule keeps the rows of the other. Such a difference is told.

import { type CaseRun, isOpen } from '../../cases/case-run.ts'
import type { ResultDigest } from '../../cases/outcome.ts'
import type { Actor } from '../../worlds/actors.ts'
import { openActorWorld } from '../../worlds/open-actor-world.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { withEmptyHidden, withOtherHidden, withoutHidden } from '../../worlds/rule-worlds.ts'
import { type ActorWorld, type CombineWorlds, type RuleWorld, UNCHANGED } from '../../worlds/world.ts'
import type { CallBatch } from '../call-batch.ts'
import { type Observation, type ProofRun, unstableResult } from '../check.ts'
import { isDanglingCopy } from './dangling-key.ts'
import { groupByKept, keeping } from './kept-rows.ts'
import { comparedFor } from './refusals.ts'
import { type CombinedName, type Differing, isOther, runAgain } from './run-again.ts'

const COMBINE: Record<CombinedName, CombineWorlds> = { withoutHidden, withOtherHidden, withEmptyHidden }

const OTHER_MESSAGE =
  'the message of an error that the code raises differs at each call, so that it is not known what else it tells; a message without a random value or a time would decide'

/** Yields a doubt for each case that breaks no rule and has a call which differs in a world of all rules. */
export async function* explainDifferences(
  proofRun: ProofRun,
  actor: Actor,
  batches: CallBatch[],
  differing: Differing,
): AsyncGenerator<Observation> {
  for (const [name, combine] of Object.entries(COMBINE) as [CombinedName, CombineWorlds][]) {
    const chosen = batches
      .filter(({ caseRun }) => isUnexplained(caseRun))
      .map(batch => ({ batch, indexes: [...(differing[name].get(batch) ?? [])] }))
      .filter(({ indexes }) => indexes.length > 0)
    const rules = [...new Set(actor.worlds.map(({ rule }) => rule))]
    for (const group of groupByKept(chosen, rules).groups) {
      const worlds = actor.worlds.map(world => keeping(world, group))
      for (const { batch, indexes } of group.chosen) {
        if (isUnexplained(batch.caseRun))
          yield* explainBatch(proofRun, actor, batch, indexes, worlds, combine, differing)
      }
    }
  }
}

function isUnexplained(caseRun: CaseRun): boolean {
  const { witnesses, doubt } = caseRun.findings
  return isOpen(caseRun) && doubt === undefined && Object.keys(witnesses).length === 0
}

async function* explainBatch(
  proofRun: ProofRun,
  actor: Actor,
  batch: CallBatch,
  indexes: number[],
  worlds: RuleWorld[],
  combine: CombineWorlds,
  differing: Differing,
): AsyncGenerator<Observation> {
  const { caseRun } = batch
  const bySize = differing.bySize.get(batch) ?? new Set<number>()
  const differingIn = async (some: RuleWorld[]) => {
    const world = comparedFor(differing, batch, combine(proofRun.database, some))
    const digests = await runIn(proofRun, actor, batch, indexes, world)
    return indexes.filter((index, nth) => isUnexcused(proofRun, batch, index, digests[nth], world))
  }
  const found = await differingIn(worlds)
  // A difference for another reason comes first.
  const first = found.find(index => !bySize.has(index)) ?? found[0]
  if (first === undefined) return
  const again = (await runUnchanged(proofRun, actor, batch, first))[0]
  if (isOther(batch, first, again, combine(proofRun.database, worlds))) {
    if (again?.error === undefined) yield { caseRun, kind: 'undecided', undecided: unstableResult(caseRun) }
    // What PostgreSQL tells of a row may hold a generated value. What the code tells may hold a hidden one beside it.
    else if (again.isRaised) yield { caseRun, kind: 'undecided', undecided: unstableResult(caseRun, OTHER_MESSAGE) }
    return
  }
  let rules = [...new Set(worlds.filter(({ hidden }) => hidden.length > 0).map(({ rule }) => rule))]
  for (const rule of rules) {
    const fewer = rules.filter(one => one !== rule)
    if (fewer.length === 0) break
    if ((await differingIn(worlds.filter(world => fewer.includes(world.rule)))).includes(first)) rules = fewer
  }
  // Where no row at all is left, a LIMIT in a subquery is never looked at: that tells of no row.
  if (rules.length > 1 && bySize.has(first)) return
  const call = `${caseRun.query.name} as ${actor.name} with ${JSON.stringify(batch.calls[first] ?? {})}`
  const together = rules.length === 1 ? `${rules[0]} hides` : `${listed(rules)} hide together; none alone shows it`
  yield { caseRun, kind: 'doubt', reason: `${call} gives something else without what ${together}` }
}

/** Whether a call differs, and not only by a key that points at a row which is gone. */
function isUnexcused(
  { database }: ProofRun,
  batch: CallBatch,
  index: number,
  digest: ResultDigest | undefined,
  world: ActorWorld,
): boolean {
  const { calls, real } = batch
  return (
    isOther(batch, index, digest, world) &&
    !isDanglingCopy(database, calls[index] ?? {}, real[index], digest, world.hidden)
  )
}

async function runIn(
  proofRun: ProofRun,
  actor: Actor,
  batch: CallBatch,
  indexes: number[],
  world: ActorWorld,
): Promise<ResultDigest[]> {
  await using open = await openActorWorld(proofRun.database, world)
  return open.unbuilt === undefined ? await runAgain(proofRun, actor, batch, indexes) : []
}

async function runUnchanged(
  proofRun: ProofRun,
  actor: Actor,
  batch: CallBatch,
  index: number,
): Promise<ResultDigest[]> {
  await using _ = await openWorld(proofRun.database, UNCHANGED)
  return await runAgain(proofRun, actor, batch, [index])
}

/** `R1 and R3`; `R1, R2 and R3`. */
function listed(rules: string[]): string {
  return `${rules.slice(0, -1).join(', ')} and ${rules.at(-1)}`
}
