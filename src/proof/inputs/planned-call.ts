import type { Parameters } from './parameters.ts'

/** Why calls are in the plan; `verify CASE --plan` counts the calls by these words. */
type Reason =
  | 'works'
  | 'values'
  | 'rows'
  | 'pairs'
  | 'lists'
  | 'labels'
  | 'boundaries'
  | 'hidden values'
  | 'literals'
  | 'statements'

/** A call of the plan, and why the call is made. */
export interface PlannedCall {
  parameters: Parameters
  reason: Reason
  /** The same in more words: `works, line 212`, `status: each label of ticket_status`. */
  why: string
}

/** The calls without those that come a second time. The first reason for a call stays. */
export function eachOnce(calls: PlannedCall[]): PlannedCall[] {
  const found = new Map<string, PlannedCall>()
  for (const call of calls) {
    const key = JSON.stringify(call.parameters)
    if (!found.has(key)) found.set(key, call)
  }
  return [...found.values()]
}
