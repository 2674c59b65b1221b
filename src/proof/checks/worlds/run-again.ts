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
export type Differing = Record<CombinedName, Map<CallBatch, Set<number>>> & {
  /** Of those in `withoutHidden`, the calls that differ by an error about a size: see size-errors.ts. */
  bySize: Map<CallBatch, Set<number>>
  /** The batches whose caller is refused in some calls alone: see refusals.ts. */
  uneven: Set<CallBatch>
}

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
  if (!digest || !before) return false
  const text = (one: ResultDigest) => digestText(one, isOrdered(caseRun), comparison)
  return text(digest) !== text(before)
}
