// Runs the calls of one actor in worlds without what rules hide from the actor. Removing what a caller may not see must
// not change what the caller gets.

import { isBroken, isOpen, isOrdered } from '../../cases/case-run.ts'
import { digestText, type ResultDigest } from '../../cases/outcome.ts'
import { findWitness } from '../../witness/find-witness.ts'
import type { Actor } from '../../worlds/actors.ts'
import { openWorld } from '../../worlds/open-world.ts'
import type { CombinedWorld, Comparison, RuleWorld } from '../../worlds/world.ts'
import type { CallBatch, CallChoice } from '../call-batch.ts'
import type { Observation, ProofRun } from '../check.ts'
import { isDanglingCopy } from './dangling-key.ts'

/** The calls that differ in a world for all rules. Only these are tried in the world of each rule. */
interface Suspects {
  withoutHidden: Set<number>
  withOtherHidden: Set<number>
  withEmptyHidden: Set<number>
}

export async function* compareBatches(
  proofRun: ProofRun,
  actor: Actor,
  batches: CallBatch[],
  choice: CallChoice,
): AsyncGenerator<Observation> {
  const mine = batches.filter(one => one.actor === actor && isOpen(one.caseRun))
  const suspects = await findSuspects(proofRun, actor, mine, choice)
  for (const world of actor.worlds) yield* compareIn(proofRun, actor, world, mine, suspects)
}

async function findSuspects(
  proofRun: ProofRun,
  actor: Actor,
  batches: CallBatch[],
  choice: CallChoice,
): Promise<Map<CallBatch, Suspects>> {
  const differing = async (world: CombinedWorld, name: keyof CallChoice, isWanted: boolean) =>
    isWanted ? differingCalls(proofRun, actor, batches, world, choice[name]) : new Map<CallBatch, Set<number>>()
  const hasKind = (...kinds: RuleWorld['kind'][]) => actor.worlds.some(({ kind }) => kinds.includes(kind))
  const gone = await differing(actor.withoutHidden, 'withoutHidden', true)
  const other = await differing(actor.withOtherHidden, 'withOtherHidden', hasKind('columns', 'nulls', 'values'))
  const empty = await differing(actor.withEmptyHidden, 'withEmptyHidden', hasKind('nulls'))
  return new Map(
    batches.map(batch => [
      batch,
      {
        withoutHidden: gone.get(batch) ?? new Set(),
        withOtherHidden: other.get(batch) ?? new Set(),
        withEmptyHidden: empty.get(batch) ?? new Set(),
      },
    ]),
  )
}

/** Of the chosen calls, those that differ in the world; all of them where the world cannot be built. */
async function differingCalls(
  proofRun: ProofRun,
  actor: Actor,
  batches: CallBatch[],
  world: CombinedWorld,
  choose: (batch: CallBatch) => number[],
): Promise<Map<CallBatch, Set<number>>> {
  const chosen = batches.map(batch => ({ batch, indexes: choose(batch) })).filter(({ indexes }) => indexes.length > 0)
  const found = new Map(chosen.map(({ batch, indexes }) => [batch, new Set(indexes)]))
  if (chosen.length === 0) return found
  await using open = await openWorld(proofRun.database, world.build)
  for (const { batch, indexes } of open.unbuilt === undefined ? chosen : []) {
    const digests = await runAgain(proofRun, actor, batch, indexes)
    found.set(batch, new Set(indexes.filter((index, nth) => isOther(batch, index, digests[nth], world))))
  }
  return found
}

function runAgain(
  { onCase }: ProofRun,
  { context }: Actor,
  { caseRun, calls }: CallBatch,
  indexes: number[],
): Promise<ResultDigest[]> {
  onCase(caseRun.case.path)
  return caseRun.program.run(indexes.map(index => [{ context, parameters: calls[index] ?? {} }]))
}

/** Whether a call gives something else than in the test database as it is. */
function isOther(
  { caseRun, real }: CallBatch,
  index: number,
  digest: ResultDigest | undefined,
  comparison: Comparison,
): boolean {
  const before = real[index]
  if (!digest || !before) return false
  const text = (one: ResultDigest) => digestText(one, isOrdered(caseRun), comparison)
  return text(digest) !== text(before)
}

/** Runs suspect calls in the world of one rule. A difference there shows that this rule breaks. */
async function* compareIn(
  proofRun: ProofRun,
  actor: Actor,
  world: RuleWorld,
  batches: CallBatch[],
  suspects: Map<CallBatch, Suspects>,
): AsyncGenerator<Observation> {
  const chosen = batches
    .map(batch => ({ batch, indexes: suspectsIn(world, batch, suspects.get(batch)) }))
    .filter(({ indexes }) => indexes.length > 0)
  if (chosen.length === 0) return
  const { rule, kind } = world
  const found = await firstDifferences(proofRun, actor, world, chosen)
  if ('unbuilt' in found) {
    const text = `what ${rule} hides from ${actor.name} could not be ${WHAT_WAS_TRIED[kind]}: ${found.unbuilt}`
    for (const { batch } of chosen)
      yield { caseRun: batch.caseRun, kind: 'remark', remark: { kind: 'unbuilt-world', text } }
    return
  }
  for (const { batch, index } of found) {
    const { caseRun, calls } = batch
    const witness = () => findWitness(proofRun.database, caseRun, actor, world, calls[index] ?? {})
    yield { caseRun, kind: 'violation', rule, witness, actor: actor.name }
  }
}

/** What was to be done with the hidden rows in a world. */
const WHAT_WAS_TRIED = {
  rows: 'taken away',
  columns: 'given other values',
  values: 'given other values',
  nulls: 'set to NULL',
}

/** By batch, the first call that differs. */
async function firstDifferences(
  proofRun: ProofRun,
  actor: Actor,
  world: RuleWorld,
  chosen: { batch: CallBatch; indexes: number[] }[],
): Promise<{ batch: CallBatch; index: number }[] | { unbuilt: string }> {
  await using open = await openWorld(proofRun.database, world.build(world.hidden))
  if (open.unbuilt !== undefined) return { unbuilt: open.unbuilt }
  const differences: { batch: CallBatch; index: number }[] = []
  for (const { batch, indexes } of chosen) {
    const digests = await runAgain(proofRun, actor, batch, indexes)
    const index = indexes.find(
      (one, nth) =>
        isOther(batch, one, digests[nth], world) &&
        !isDanglingCopy(proofRun.database, batch.calls[one] ?? {}, batch.real[one], digests[nth], world.hidden),
    )
    if (index !== undefined) differences.push({ batch, index })
  }
  return differences
}

/** The calls that are worth trying in the world of a rule. */
function suspectsIn(world: RuleWorld, { caseRun, exempt, calls }: CallBatch, suspects: Suspects | undefined): number[] {
  if (!suspects || !isOpen(caseRun) || isBroken(caseRun, world.rule)) return []
  const exemptCalls = exempt.get(world.rule)
  if (world.kind === 'nulls') return [...suspects.withEmptyHidden]
  return [...calls.keys()].filter(index => {
    const isSuspect =
      (world.kind !== 'values' && suspects.withoutHidden.has(index)) ||
      (world.kind !== 'rows' && suspects.withOtherHidden.has(index))
    return isSuspect && !exemptCalls?.has(index)
  })
}
