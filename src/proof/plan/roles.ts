// The roles of callers. proof.yaml does not say which trusted parameter is a role; its rules show it.

import type { ProofPlan, Value } from './plan.ts'
import { ruleConditions } from './rule-conditions.ts'

/**
 * The trusted parameters that hold a role: a rule or `callers` has one of their values as a constant, as in `:role =
 * 'admin'`. The code of a company is no role: rules compare it with a column.
 */
export function roleParameters(plan: ProofPlan): string[] {
  const constants = new Set([
    ...plan.rules.flatMap(ruleConditions).flatMap(({ sql }) => stringsIn(sql)),
    ...plan.queries.flatMap(({ callers }) => Object.values(callers).flat()),
  ])
  return Object.keys(plan.context).filter(name =>
    Object.values(plan.actors).some(({ [name]: value }) => value != null && constants.has(value)),
  )
}

/** The role of a caller as one text; the same text for all callers where there are no roles. */
export function roleOf(parameters: string[], context: Record<string, Value>): string {
  return parameters.map(name => context[name] ?? '').join(' ')
}

function stringsIn(sql: string): string[] {
  return [...sql.matchAll(/'((?:[^']|'')*)'/g)].map(([, text = '']) => text.replaceAll("''", "'"))
}
