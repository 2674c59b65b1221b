// A caller from whom everything is hidden may be told so: by an error in the database, and by nothing where the caller's own rows
// are gone. But then the caller is refused whatever is sent. An error for one value and nothing for another answers a question.

import { digestText, isEmptyResult, type ResultDigest } from '../../cases/outcome.ts'
import type { ActorWorld, Comparison } from '../../worlds/world.ts'
import type { CallBatch } from '../call-batch.ts'
import type { Differing } from './run-again.ts'

/**
 * Whether a caller is refused in some calls alone. `digests` has the results of the calls in a world without all that is
 * hidden from the caller.
 */
export function isUnevenRefusal(
  { real }: CallBatch,
  indexes: number[],
  digests: ResultDigest[],
  comparison: Comparison,
): boolean {
  if (!comparison.acceptsRefusal) return false
  const strict = withoutRefusals(comparison)
  const kinds = indexes.flatMap((index, nth) => {
    const [before, after] = [real[index], digests[nth]]
    if (!before || !after) return []
    const isSame = digestText(before, false, strict) === digestText(after, false, strict)
    if (isSame) return isEmptyResult(before) ? 'nothing' : []
    return isEmptyResult(before) ? 'told by the world' : 'told by the database'
  })
  // A call that gave nothing may not have been made again in the world.
  const isToldOfSome = kinds.includes('told by the database') && real.some(isEmptyResult)
  return isToldOfSome || new Set(kinds).size > 1
}

/** The comparison in which an error and an empty result differ. */
export function withoutRefusals<World extends Comparison>(comparison: World): World {
  return { ...comparison, acceptsRefusal: false }
}

/** The world, with the comparison that holds for the calls of a batch. */
export function comparedFor<World extends ActorWorld>({ uneven }: Differing, batch: CallBatch, world: World): World {
  return uneven.has(batch) ? withoutRefusals(world) : world
}
