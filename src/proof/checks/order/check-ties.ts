// Where an order leaves ties, two results cannot be compared row by row. But two rows that come in one order however
// they are stored, and in the other order once hidden values are changed, were sorted by hidden values.

import { sampleEvenly } from '../../../lib/sample-evenly.ts'
import { type CaseRun, isBroken } from '../../cases/case-run.ts'
import type { HiddenRow } from '../../database/hidden-rows.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import { differenceWitness } from '../../witness/difference.ts'
import { fewestRows } from '../../witness/fewest-rows.ts'
import type { Actor } from '../../worlds/actors.ts'
import { AS_IT_IS } from '../../worlds/world.ts'
import type { Check, Observation, ProofRun } from '../check.ts'
import { type BothOrders, isOrderSwapped, runBothWays, type TiedCall } from './both-orders.ts'

/** Makes the calls in `works` as each actor, for cases whose order leaves ties, in worlds without what rules hide. */
export const ties: Check = {
  name: 'ties',
  needs: ['order'],
  gives: [],
  seeds: 'written',
  async *run(proofRun, caseRuns) {
    const tied = caseRuns.filter(({ facts }) => facts.order === 'ties')
    if (tied.length === 0) return
    const calls = proofRun.actors.flatMap(actor =>
      tied.flatMap(caseRun => callsOf(caseRun, actor).map(parameters => ({ caseRun, actor, parameters }))),
    )
    const real = await runBothWays(proofRun, calls, AS_IT_IS)
    const byActor = Map.groupBy(
      calls.flatMap((call, at) => (real[at]?.[0].rows[1] ? { ...call, real: real[at] } : [])),
      ({ actor }) => actor,
    )
    for (const [actor, mine] of byActor) {
      const other = await runBothWays(proofRun, mine, actor.withoutHidden)
      for (const [at, call] of mine.entries()) {
        const theirs = other[at]
        if (theirs && isOrderSwapped(call.real, theirs, false)) yield* findRules(proofRun, call, call.real)
      }
    }
  },
}

/** Finds the rules that hide the values by which rows are sorted. */
async function* findRules(proofRun: ProofRun, call: TiedCall, real: BothOrders): AsyncGenerator<Observation> {
  const { caseRun, actor, parameters } = call
  for (const world of actor.worlds) {
    if (isBroken(caseRun, world.rule)) continue
    const without = async (rows: HiddenRow[]) => (await runBothWays(proofRun, [call], { ...world, hidden: rows }))[0]
    const isOther = async (rows: HiddenRow[]) => {
      const other = await without(rows)
      return other !== undefined && isOrderSwapped(real, other)
    }
    if (!(await isOther(world.hidden))) continue
    const witness = async () => {
      const hidden = await fewestRows(world.hidden, isOther)
      const other = await without(hidden)
      if (!other) return 'unconfirmed'
      const way = JSON.stringify(real[0].rows) === JSON.stringify(other[0].rows) ? 1 : 0
      return differenceWitness(caseRun, actor, parameters, world, hidden, real[way], other[way])
    }
    yield { caseRun, kind: 'violation', rule: world.rule, witness }
  }
}

/** How many calls of an actor are made beside those in `works`. */
const MOST_OTHERS = 12

/** The calls in `works`, and some of those that gave several rows: what the client sends may decide how rows are sorted. */
function callsOf({ callPlan, facts }: CaseRun, { name }: Actor): Parameters[] {
  const digests = facts.digests?.get(name) ?? []
  const several = callPlan.callsOf(name).filter((_, nth) => (digests[nth]?.returnedOrChanged ?? 0) > 1)
  const calls = [...callPlan.base, ...sampleEvenly(several, MOST_OTHERS)]
  return [...new Map(calls.map(call => [JSON.stringify(call), call])).values()]
}
