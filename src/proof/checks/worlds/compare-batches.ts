// Runs the calls of one actor in worlds without what rules hide from the actor. Removing what a caller may not see must
// not change what the caller gets.

import { type CaseRun, isBroken, isOpen } from '../../cases/case-run.ts'
import { findWitness } from '../../witness/find-witness.ts'
import type { Actor } from '../../worlds/actors.ts'
import { type LeftOut, openActorWorld } from '../../worlds/open-actor-world.ts'
import type { ActorWorld, RuleWorld } from '../../worlds/world.ts'
import type { CallBatch, CallChoice } from '../call-batch.ts'
import type { Observation, ProofRun } from '../check.ts'
import { sayLeftOut } from '../left-out.ts'
import { isDanglingCopy } from './dangling-key.ts'
import { explainDifferences } from './explain-differences.ts'
import { type ChosenCalls, groupByKept, isExempt, keeping, MOST_KEPT } from './kept-rows.ts'
import { comparedFor, isUnevenRefusal, withoutRefusals } from './refusals.ts'
import { type CombinedName, type Differing, isOther, runAgain } from './run-again.ts'
import { sizeDifferences } from './size-errors.ts'
import { isOrderAlone, tiedCalls, turnedCalls } from './tied-calls.ts'

export async function* compareBatches(
  proofRun: ProofRun,
  actor: Actor,
  batches: CallBatch[],
  choice: CallChoice,
): AsyncGenerator<Observation> {
  // By PostgreSQL's documentation, a key that a client chooses tells whether it is taken: such calls are judged by what they write.
  const isCompared = ({ caseRun }: CallBatch) => isOpen(caseRun) && caseRun.query.statements !== 'keys'
  const mine = batches.filter(one => one.actor === actor && isCompared(one))
  const hasKind = (...kinds: RuleWorld['kind'][]) => actor.worlds.some(({ kind }) => kinds.includes(kind))
  const noted: Pick<Differing, 'bySize' | 'uneven'> = { bySize: new Map(), uneven: new Set() }
  const differingIn = (name: CombinedName, isWanted: boolean) =>
    differingCalls(proofRun, actor, isWanted ? mine : [], name, choice[name], noted)
  const differing: Differing = {
    ...noted,
    withoutHidden: yield* differingIn('withoutHidden', true),
    withOtherHidden: yield* differingIn('withOtherHidden', hasKind('columns', 'nulls', 'values')),
    withEmptyHidden: yield* differingIn('withEmptyHidden', hasKind('nulls')),
  }
  for (const world of actor.worlds) yield* compareIn(proofRun, actor, world, mine, differing)
  yield* explainDifferences(proofRun, actor, mine, differing)
}

/**
 * Of the chosen calls, those that differ in the world, and those that were allowed to change what it hides; all of them
 * where the world cannot be built.
 */
async function* differingCalls(
  proofRun: ProofRun,
  actor: Actor,
  batches: CallBatch[],
  name: CombinedName,
  choose: (batch: CallBatch) => number[],
  noted: Pick<Differing, 'bySize' | 'uneven'>,
): AsyncGenerator<Observation, Map<CallBatch, Set<number>>> {
  const chosen = batches.map(batch => ({ batch, indexes: choose(batch) })).filter(({ indexes }) => indexes.length > 0)
  const found = new Map(chosen.map(({ batch, indexes }) => [batch, new Set(indexes)]))
  if (chosen.length === 0) return found
  const inOtherOrder = new Map<CallBatch, number[]>()
  {
    await using open = await openActorWorld(proofRun.database, actor[name])
    if (open.unbuilt !== undefined) return found
    for (const { batch, indexes } of chosen) {
      const digests = await runAgain(proofRun, actor, batch, indexes)
      const isUneven = isUnevenRefusal(batch, indexes, digests, actor[name])
      if (isUneven) noted.uneven.add(batch)
      const comparison = isUneven ? withoutRefusals(actor[name]) : actor[name]
      const isSuspect = (index: number, nth: number) =>
        isOther(batch, index, digests[nth], comparison) || isExempt(batch, index)
      const suspects = new Set(indexes.filter(isSuspect))
      found.set(batch, suspects)
      if (name === 'withoutHidden')
        noted.bySize.set(batch, sizeDifferences(batch, new Map(indexes.map((index, nth) => [index, digests[nth]]))))
      const isMoved = (index: number, nth: number) =>
        suspects.has(index) && isOrderAlone(batch.real[index], digests[nth])
      inOtherOrder.set(batch, indexes.filter(isMoved))
    }
    yield* sayLeftOut(actor, WHAT_WAS_TRIED[name], open.leftOut, caseRunsOf(chosen))
  }
  for (const [batch, indexes] of inOtherOrder) {
    const tied = await tiedCalls(proofRun, actor, batch, indexes)
    const turned = await turnedCalls(proofRun, batch, [...tied], actor[name])
    for (const index of tied) if (!turned.has(index)) found.get(batch)?.delete(index)
  }
  return found
}

/** Runs suspect calls in the world of one rule. A difference there shows that this rule breaks. */
async function* compareIn(
  proofRun: ProofRun,
  actor: Actor,
  world: RuleWorld,
  batches: CallBatch[],
  differing: Differing,
): AsyncGenerator<Observation> {
  const chosen = batches
    .map(batch => ({ batch, indexes: suspectsIn(world, batch, differing) }))
    .filter(({ indexes }) => indexes.length > 0)
  if (chosen.length === 0) return
  const { rule, kind } = world
  const { groups, left } = groupByKept(chosen, [rule])
  for (const group of groups) {
    const isLeft = ({ caseRun }: CallBatch) => isOpen(caseRun) && !isBroken(caseRun, rule)
    const open = group.chosen.filter(({ batch }) => isLeft(batch))
    const kept = keeping(world, group)
    if (open.length > 0 && kept.hidden.length > 0) yield* compareGroup(proofRun, actor, kept, open, differing)
  }
  if (left === 0) return
  const text = `${left} calls of ${actor.name} that may change what ${rule} hides were not compared: each changes other rows, and only ${MOST_KEPT} such worlds are built (${kind})`
  for (const { batch } of chosen)
    yield { caseRun: batch.caseRun, kind: 'remark', remark: { kind: 'unbuilt-world', text } }
}

async function* compareGroup(
  proofRun: ProofRun,
  actor: Actor,
  world: RuleWorld,
  chosen: ChosenCalls[],
  differing: Differing,
): AsyncGenerator<Observation> {
  const { rule, kind } = world
  const found = await firstDifferences(proofRun, actor, world, chosen, differing)
  yield* sayLeftOut(actor, `${rule}: ${WHAT_WAS_TRIED[kind]}`, found.leftOut, caseRunsOf(chosen))
  for (const { batch, index } of found.differences) {
    const { caseRun, calls } = batch
    const built = { ...comparedFor(differing, batch, world), hidden: found.built.hidden }
    const witness = () => findWitness(proofRun.database, caseRun, actor, built, calls[index] ?? {})
    yield { caseRun, kind: 'violation', rule, witness, actor: actor.name }
  }
}

/** What is done with hidden rows in a world, for messages. */
const WHAT_WAS_TRIED: Record<RuleWorld['kind'] | CombinedName, string> = {
  rows: 'hidden rows taken away',
  columns: 'hidden columns given other values',
  values: 'hidden rows given other values',
  nulls: 'hidden columns set to NULL',
  withoutHidden: 'everything hidden taken away',
  withOtherHidden: 'everything hidden given other values',
  withEmptyHidden: 'all hidden columns set to NULL',
}

/** By batch, the first call that differs, and the world as it was built. */
async function firstDifferences(
  proofRun: ProofRun,
  actor: Actor,
  world: RuleWorld,
  chosen: ChosenCalls[],
  differing: Differing,
): Promise<{ differences: { batch: CallBatch; index: number }[]; built: ActorWorld; leftOut: LeftOut[] }> {
  await using open = await openActorWorld(proofRun.database, world)
  const differences: { batch: CallBatch; index: number }[] = []
  for (const { batch, indexes } of open.unbuilt === undefined ? chosen : []) {
    const digests = await runAgain(proofRun, actor, batch, indexes)
    const index = indexes.find(
      (one, nth) =>
        isOther(batch, one, digests[nth], comparedFor(differing, batch, world)) &&
        !isDanglingCopy(proofRun.database, batch.calls[one] ?? {}, batch.real[one], digests[nth], world.hidden),
    )
    if (index !== undefined) differences.push({ batch, index })
  }
  return { differences, built: open.world, leftOut: open.leftOut }
}

/** The calls that are worth trying in the world of a rule. */
function suspectsIn({ kind, rule }: RuleWorld, batch: CallBatch, differing: Differing): number[] {
  if (!isOpen(batch.caseRun) || isBroken(batch.caseRun, rule)) return []
  const differs = (name: CombinedName, index: number) => differing[name].get(batch)?.has(index) ?? false
  return [...batch.calls.keys()].filter(index => {
    // `explainDifferences` decides about these.
    if (differing.bySize.get(batch)?.has(index)) return false
    if (kind === 'nulls') return differs('withEmptyHidden', index)
    return (
      (kind !== 'values' && differs('withoutHidden', index)) || (kind !== 'rows' && differs('withOtherHidden', index))
    )
  })
}

function caseRunsOf(chosen: ChosenCalls[]): Set<CaseRun> {
  return new Set(chosen.map(({ batch }) => batch.caseRun))
}
