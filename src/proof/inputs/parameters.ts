import type { QueryPlan, Value } from '../plan/plan.ts'

/** What a client sends, by the names of the query's parameters: `{ticket_id: '7', note: null}`. */
export type Parameters = Record<string, Value>

/** All parameters of the query: a parameter that is not given is NULL. */
export function completeParameters(query: QueryPlan, given: Parameters): Parameters {
  return { ...Object.fromEntries(query.parameters.map(({ name }) => [name, null])), ...given }
}
