// Finds calls whose order leaves ties, though the check `order` saw none: PostgreSQL may give equal rows in the same order
// by chance, and in another one once other rows are gone.

import { sampleEvenly } from '../../../lib/sample-evenly.ts'
import type { ResultDigest } from '../../cases/outcome.ts'
import type { Actor } from '../../worlds/actors.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { shuffledOrder } from '../../worlds/stored-order.ts'
import { type ActorWorld, AS_IT_IS } from '../../worlds/world.ts'
import type { CallBatch } from '../call-batch.ts'
import type { ProofRun } from '../check.ts'
import { isOrderSwapped, runBothWays } from '../order/both-orders.ts'
import { runAgain } from './run-again.ts'

const SALTS = ['one', 'two', 'three']

/** Whether two results have the same rows in another order. */
export function isOrderAlone(before: ResultDigest | undefined, after: ResultDigest | undefined): boolean {
  if (!before || !after || before.error !== undefined || after.error !== undefined) return false
  return before.rows === after.rows && before.ordered !== after.ordered
}

/** Of these calls, those whose rows come in another order where the same rows are stored in another order. */
export async function tiedCalls(
  proofRun: ProofRun,
  actor: Actor,
  batch: CallBatch,
  indexes: number[],
): Promise<Set<number>> {
  const { database } = proofRun
  const tied = new Set<number>()
  for (const salt of indexes.length > 0 ? SALTS : []) {
    {
      await using world = await openWorld(database, shuffledOrder(database, salt))
      if (world.unbuilt !== undefined) continue
      const digests = await runAgain(proofRun, actor, batch, indexes)
      for (const [nth, index] of indexes.entries()) if (isOrderAlone(batch.real[index], digests[nth])) tied.add(index)
    }
    // The plans of this world use no indexes.
    await database.session.run('discard plans')
  }
  return tied
}

/** How many calls with ties are looked at for one world. */
const MOST_TURNED = 6

/** Of these calls with ties, some whose rows come in another order in a world though they are stored in the same order. */
export async function turnedCalls(
  proofRun: ProofRun,
  { caseRun, actor, calls }: CallBatch,
  indexes: number[],
  world: ActorWorld,
): Promise<Set<number>> {
  const some = sampleEvenly(indexes, MOST_TURNED)
  if (some.length === 0) return new Set()
  const tied = some.map(index => ({ caseRun, actor, parameters: calls[index] ?? {} }))
  const [real, other] = [await runBothWays(proofRun, tied, AS_IT_IS), await runBothWays(proofRun, tied, world)]
  return new Set(some.filter((_, nth) => real[nth] && other[nth] && isOrderSwapped(real[nth], other[nth])))
}
