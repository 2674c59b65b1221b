// Makes calls where the same rows are stored in two orders, and compares the order in which rows come.

import type { CaseRun } from '../../cases/case-run.ts'
import type { Outcome } from '../../cases/outcome.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import type { Actor } from '../../worlds/actors.ts'
import { openActorWorld } from '../../worlds/open-actor-world.ts'
import { keyOrder } from '../../worlds/stored-order.ts'
import type { ActorWorld } from '../../worlds/world.ts'
import type { ProofRun } from '../check.ts'

/** A call of a case whose order leaves ties. */
export interface TiedCall {
  caseRun: CaseRun
  actor: Actor
  parameters: Parameters
}

/** The outcomes of one call: with rows stored by their keys, and the other way round. */
export type BothOrders = [Outcome, Outcome]

/** The outcomes of each call in a world; undefined where the world cannot be built. */
export async function runBothWays(
  { database, onCase }: ProofRun,
  calls: TiedCall[],
  actorWorld: ActorWorld,
): Promise<(BothOrders | undefined)[]> {
  const ways: Outcome[][] = []
  for (const way of [keyOrder(database, 'asc'), keyOrder(database, 'desc')]) {
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
export function isOrderSwapped(real: BothOrders, other: BothOrders, isSure = true): boolean {
  const all = [...real, ...other].map(({ rows }) => positionsOf(rows))
  const common = [...(all[0]?.keys() ?? [])].filter(row => all.every(positions => positions.has(row)))
  const isFixedOrderEnough = !isSure || all.every(positions => positions.size < FEW_ROWS)
  const isTurnEnough = isFixedOrderEnough || areAllTurned(all, common)
  return common.some((one, at) =>
    common.slice(at + 1).some(two => {
      const [forward, backward, otherForward, otherBackward] = all.map(positions => isBefore(positions, one, two))
      const [isFixed, isOtherFixed] = [forward === backward, otherForward === otherBackward]
      if (isFixed && isOtherFixed) return forward !== otherForward
      if (isFixed !== isOtherFixed) return isFixedOrderEnough
      // Ties that come as they are stored in one world, and the other way round in the other.
      return isTurnEnough && forward !== otherForward
    }),
  )
}

/** So many pairs of rows do not turn round by chance, where no pair stays as it was. */
const FEWEST_TURNED = 3

/** Whether all pairs of rows that come as they are stored, in both worlds, come the other way round in the other world. */
function areAllTurned(orders: Map<string, number>[], common: string[]): boolean {
  const pairs = common.flatMap((one, at) => common.slice(at + 1).map(two => [one, two] as const))
  const turns = pairs.flatMap(([one, two]) => {
    const [forward, backward, other, otherBackward] = orders.map(order => isBefore(order, one, two))
    return forward === backward || other === otherBackward ? [] : [forward !== other]
  })
  return turns.length >= FEWEST_TURNED && turns.every(isTurned => isTurned)
}

function isBefore(positions: Map<string, number>, one: string, two: string): boolean {
  return (positions.get(one) ?? 0) < (positions.get(two) ?? 0)
}

/** The position of each row. Rows that come twice cannot be told apart and are left out. */
function positionsOf(rows: Outcome['rows']): Map<string, number> {
  const lines = rows.map(row => JSON.stringify(row))
  const positions = new Map(lines.map((line, at) => [line, at]))
  for (const [line, times] of Map.groupBy(lines, line => line)) if (times.length > 1) positions.delete(line)
  return positions
}
