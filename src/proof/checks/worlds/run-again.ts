// Makes calls of a batch again in the world that is open, and compares them with their first results.

import { isOrdered } from '../../cases/case-run.ts'
import { digestText, type ResultDigest } from '../../cases/outcome.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import type { QueryPlan } from '../../plan/plan.ts'
import type { Actor } from '../../worlds/actors.ts'
import type { Comparison } from '../../worlds/world.ts'
import type { CallBatch, CallChoice } from '../call-batch.ts'
import type { ProofRun } from '../check.ts'
import { isSize } from '../limits/sized-calls.ts'

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
  { caseRun, calls, real }: CallBatch,
  index: number,
  digest: ResultDigest | undefined,
  comparison: Comparison,
): boolean {
  const before = real[index]
  if (!digest || !before) return false
  const text = (one: ResultDigest) =>
    digestText(
      isSizeError(one, caseRun.query, calls[index] ?? {}) ? asEmptyPage(one) : one,
      isOrdered(caseRun),
      comparison,
    )
  return text(digest) !== text(before)
}

/** The messages of PostgreSQL for a LIMIT and an OFFSET below zero, by SQLSTATE. */
const SIZE_ERRORS: Record<string, string> = {
  '2201W': 'LIMIT must not be negative',
  '2201X': 'OFFSET must not be negative',
}

/**
 * Whether a call failed because the client asks for a LIMIT or an OFFSET below zero. PostgreSQL looks at a LIMIT when it
 * comes to it, and it may come to none where there are no rows. A size that the code itself puts below zero is no such error:
 * it may depend on what is hidden.
 */
function isSizeError({ error = '', message }: ResultDigest, { parameters }: QueryPlan, call: Parameters): boolean {
  if (SIZE_ERRORS[error] === undefined || message !== SIZE_ERRORS[error]) return false
  // Page 0 gives an OFFSET below zero.
  const most = error === '2201X' ? 0 : -1
  return parameters.some(parameter => isSize(parameter) && Number(call[parameter.name] ?? 1) <= most)
}

/** An error is as good as an empty page for a size that makes no sense. */
function asEmptyPage({ notices }: ResultDigest): ResultDigest {
  return {
    ...{ returnedOrChanged: 0, rows: '', ordered: '', keys: '', changes: [], generated: [] },
    ...(notices ? { notices } : {}),
  }
}
