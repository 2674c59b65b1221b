// Makes calls of a batch again in the world that is open, and compares them with their first results.

import { isOrdered } from '../../cases/case-run.ts'
import { digestText, type ResultDigest } from '../../cases/outcome.ts'
import type { Actor } from '../../worlds/actors.ts'
import type { Comparison } from '../../worlds/world.ts'
import type { CallBatch, CallChoice } from '../call-batch.ts'
import type { ProofRun } from '../check.ts'

/** The name of a world for all rules. */
export type CombinedName = keyof CallChoice

/** By the world for all rules, the calls that differ in it. Only these are tried in the world of each rule. */
export type Differing = Record<CombinedName, Map<CallBatch, Set<number>>>

export function runAgain(
  { onCase }: ProofRun,
  { context }: Actor,
  { caseRun, calls }: CallBatch,
  indexes: number[],
): Promise<ResultDigest[]> {
  onCase(caseRun.case.path)
  return caseRun.program.run(indexes.map(index => [{ context, parameters: calls[index] ?? {} }]))
}

/** Whether a call gives something else than in the test database as it is. */
export function isOther(
  { caseRun, real }: CallBatch,
  index: number,
  digest: ResultDigest | undefined,
  comparison: Comparison,
): boolean {
  const before = real[index]
  if (!digest || !before || [before, digest].some(isSizeError)) return false
  const text = (one: ResultDigest) => digestText(one, isOrdered(caseRun), comparison)
  return text(digest) !== text(before)
}

/**
 * Whether a call failed because a LIMIT or an OFFSET is below zero. PostgreSQL looks at a LIMIT when it comes to it, and it
 * may come to none where there are no rows. An error is as good as an empty page for a size that makes no sense.
 */
function isSizeError({ error }: ResultDigest): boolean {
  return error === '2201W' || error === '2201X'
}
