// Where an order leaves ties, two results cannot be compared row by row. But two rows that come in one order however
// they are stored, and in the other order once hidden values are changed, were sorted by hidden values.

import { type CaseRun, isBroken } from '../../cases/case-run.ts'
import type { Outcome } from '../../cases/outcome.ts'
import type { HiddenRow } from '../../database/hidden-rows.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import { differenceWitness } from '../../witness/difference.ts'
import { fewestRows } from '../../witness/fewest-rows.ts'
import type { Actor } from '../../worlds/actors.ts'
import { openActorWorld } from '../../worlds/open-actor-world.ts'
import { reversedOrder, WITHOUT_INDEXES } from '../../worlds/stored-order.ts'
import { type ActorWorld, AS_IT_IS } from '../../worlds/world.ts'
import type { Check, Observation, ProofRun } from '../check.ts'

/** A call of a case whose order leaves ties. */
interface TiedCall {
  caseRun: CaseRun
  actor: Actor
  parameters: Parameters
}

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
      tied.flatMap(caseRun => caseRun.callPlan.base.map(parameters => ({ caseRun, actor, parameters }))),
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

/** The outcomes of one call: with rows stored as they are, and stored in reverse order. */
type BothOrders = [Outcome, Outcome]

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

/** The outcomes of each call in a world; undefined where the world cannot be built. */
async function runBothWays(
  { database, onCase }: ProofRun,
  calls: TiedCall[],
  actorWorld: ActorWorld,
): Promise<(BothOrders | undefined)[]> {
  const ways: Outcome[][] = []
  for (const way of [WITHOUT_INDEXES, reversedOrder(database)]) {
    const outcomes: Outcome[] = []
    {
      await using world = await openActorWorld(database, actorWorld, way)
      for (const { caseRun, actor, parameters } of world.unbuilt === undefined ? calls : []) {
        onCase(caseRun.case.path)
        outcomes.push(await caseRun.program.observe([{ context: actor.context, parameters }]))
      }
    }
    ways.push(outcomes)
  }
  // The plans of these worlds use no indexes.
  await database.session.run('discard plans')
  return calls.map((_, at) => {
    const [forward, backward] = [ways[0]?.[at], ways[1]?.[at]]
    return forward && backward && [forward, backward]
  })
}

/** PostgreSQL sorts fewer rows than this by insertion: equal rows keep the order in which they come. */
const FEW_ROWS = 7

/**
 * Whether two rows have swapped their order between two worlds, whichever way rows are stored. For a first suspicion
 * (`isSure` is false), and among few rows, less is enough: the two rows have a fixed order in one world and none in the
 * other.
 */
function isOrderSwapped(real: BothOrders, other: BothOrders, isSure = true): boolean {
  const all = [...real, ...other].map(({ rows }) => positionsOf(rows))
  const common = [...(all[0]?.keys() ?? [])].filter(row => all.every(positions => positions.has(row)))
  const isFixedOrderEnough = !isSure || all.every(positions => positions.size < FEW_ROWS)
  const isBefore = (positions: Map<string, number>, one: string, two: string) =>
    (positions.get(one) ?? 0) < (positions.get(two) ?? 0)
  return common.some((one, at) =>
    common.slice(at + 1).some(two => {
      const [forward, backward, otherForward, otherBackward] = all.map(positions => isBefore(positions, one, two))
      const [isFixed, isOtherFixed] = [forward === backward, otherForward === otherBackward]
      if (isFixed && isOtherFixed) return forward !== otherForward
      return isFixedOrderEnough && isFixed !== isOtherFixed
    }),
  )
}

/** The position of each row. Rows that come twice cannot be told apart and are left out. */
function positionsOf(rows: Outcome['rows']): Map<string, number> {
  const lines = rows.map(row => JSON.stringify(row))
  const positions = new Map(lines.map((line, at) => [line, at]))
  for (const [line, times] of Map.groupBy(lines, line => line)) if (times.length > 1) positions.delete(line)
  return positions
}
