// PostgreSQL looks at a LIMIT when it comes to it, and it comes to none in a subquery that is joined with nothing. A LIMIT
// below zero then fails in the database, and gives an empty page where all rows are gone.

import { isEmptyResult, type ResultDigest } from '../../cases/outcome.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import type { QueryPlan } from '../../plan/plan.ts'
import type { CallBatch } from '../call-batch.ts'
import { isSize } from '../limits/sized-calls.ts'

/** The messages of PostgreSQL for a LIMIT and an OFFSET below zero, by SQLSTATE. */
const SIZE_ERRORS: Record<string, string> = {
  '2201W': 'LIMIT must not be negative',
  '2201X': 'OFFSET must not be negative',
}

/**
 * The calls whose difference may be that a size which the client sent below zero fails in one world alone. `others` has
 * the results of calls in the other world. All such calls of the actor must change in the same way: where only some do, what
 * else the client sent decides, and the error answers a question about hidden rows.
 */
export function sizeDifferences(
  { caseRun, calls, real }: CallBatch,
  others: ReadonlyMap<number, ResultDigest | undefined>,
): Set<number> {
  const kindOf = (digest: ResultDigest | undefined, index: number) => {
    if (digest === undefined) return 'unknown'
    if (isSizeError(digest, caseRun.query, calls[index] ?? {})) return 'error'
    return isEmptyResult(digest) ? 'empty' : 'other'
  }
  const odd = [...calls.keys()].filter(index => hasOddSize(caseRun.query, calls[index] ?? {}))
  const changes = odd.map(index => `${kindOf(real[index], index)} ${kindOf(others.get(index), index)}`)
  const isAlike = new Set(changes).size === 1 && /^(?:error empty|empty error)$/.test(changes[0] ?? '')
  return new Set(isAlike ? odd : [])
}

/** Whether a call failed because the client asks for a LIMIT or an OFFSET below zero. */
function isSizeError({ error = '', message }: ResultDigest, query: QueryPlan, call: Parameters): boolean {
  return SIZE_ERRORS[error] !== undefined && message === SIZE_ERRORS[error] && hasOddSize(query, call)
}

/** Whether the client sent a size below zero. */
function hasOddSize({ parameters }: QueryPlan, call: Parameters): boolean {
  return parameters.some(parameter => isSize(parameter) && Number(call[parameter.name] ?? 1) < 0)
}
