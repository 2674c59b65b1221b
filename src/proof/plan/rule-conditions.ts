import type { Condition, RulePlan } from './plan.ts'

/** All conditions of a rule: on rows, on columns, on changes, on what a change requires, and on what always holds. */
export function ruleConditions({ rows, columns, changes, requires, always }: RulePlan): Condition[] {
  return [
    ...Object.values(rows).flatMap(({ condition, mayChange }) => [condition ?? [], mayChange ?? []].flat()),
    ...Object.values(columns),
    ...Object.values(changes).flatMap(operations => Object.values(operations)),
    ...requires.flatMap(({ when, where }) => [...(when ? [when] : []), where]),
    ...(always ? [always] : []),
  ]
}
