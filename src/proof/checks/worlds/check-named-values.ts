// Makes calls where hidden rows have other values in columns that rules name: an error must not tell the status of a
// ticket that the caller may not see, even where rules are about the status.

import { isBroken, isOpen } from '../../cases/case-run.ts'
import { findWitness } from '../../witness/find-witness.ts'
import type { Actor } from '../../worlds/actors.ts'
import { namedValueWorlds } from '../../worlds/named-values.ts'
import { openActorWorld } from '../../worlds/open-actor-world.ts'
import type { ActorWorld, RuleWorld } from '../../worlds/world.ts'
import type { CallBatch } from '../call-batch.ts'
import type { Check, Observation, ProofRun } from '../check.ts'
import { tellingCalls } from './choose-calls.ts'
import type { ChosenCalls } from './kept-rows.ts'
import { isOther, runAgain } from './run-again.ts'

/** Only good cases have their digests kept; a bad case is known by the rule that it breaks. */
export const namedValues: Check = {
  name: 'named-values',
  needs: ['digests', 'order'],
  gives: [],
  seeds: 'written',
  searchesFurther: true,
  async *run(proofRun, caseRuns) {
    for (const actor of proofRun.actors) {
      const chosen = caseRuns.filter(isOpen).flatMap(caseRun => {
        const real = caseRun.facts.digests?.get(actor.name) ?? []
        const calls = caseRun.callPlan.callsOf(actor.name)
        const batch: CallBatch = { caseRun, actor, calls, real, exempt: new Map() }
        const indexes = tellingCalls(batch)
        return indexes.length > 0 ? { batch, indexes } : []
      })
      if (chosen.length === 0) continue
      for (const world of await namedValueWorlds(proofRun.database, actor)) {
        for (const suspects of await differing(proofRun, actor, world, chosen))
          yield* findRules(proofRun, actor, world, suspects)
      }
    }
  },
}

/** The calls that differ in a world. */
async function differing(
  proofRun: ProofRun,
  actor: Actor,
  world: ActorWorld,
  chosen: ChosenCalls[],
): Promise<ChosenCalls[]> {
  await using open = await openActorWorld(proofRun.database, world)
  const found: ChosenCalls[] = []
  for (const { batch, indexes } of open.unbuilt === undefined ? chosen : []) {
    const digests = await runAgain(proofRun, actor, batch, indexes)
    // A value that fits to no key of its row may make a call fail: that tells nothing of the value.
    const isMisfit = (index: number, nth: number) =>
      batch.real[index]?.error === undefined && digests[nth]?.error?.startsWith('22') === true
    const others = indexes.filter((index, nth) => isOther(batch, index, digests[nth], world) && !isMisfit(index, nth))
    if (others.length > 0) found.push({ batch, indexes: others })
  }
  return found
}

/** Finds the rules whose hidden rows make the difference. */
async function* findRules(
  proofRun: ProofRun,
  actor: Actor,
  world: ActorWorld,
  { batch, indexes }: ChosenCalls,
): AsyncGenerator<Observation> {
  const { caseRun, calls } = batch
  for (const [rule, rows] of actor.hidden) {
    if (!isOpen(caseRun) || isBroken(caseRun, rule)) continue
    const own = new Set(rows.map(({ table, location }) => `${table} ${location}`))
    const hidden = world.hidden.filter(({ table, location }) => own.has(`${table} ${location}`))
    if (hidden.length === 0) continue
    const ruleWorld: RuleWorld = { ...world, hidden, rule, kind: 'values' }
    const [first] = await differing(proofRun, actor, ruleWorld, [{ batch, indexes }])
    const index = first?.indexes[0]
    if (index === undefined) continue
    const witness = () => findWitness(proofRun.database, caseRun, actor, ruleWorld, calls[index] ?? {})
    yield { caseRun, kind: 'violation', rule, witness, actor: actor.name }
  }
}
