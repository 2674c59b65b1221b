// The conditions of a plan, and the plan with one of them set to true or to false.

import type { Condition, Operation, ProofPlan, RulePlan } from './plan.ts'

/** A condition of proof.yaml, found again by its rule and its place. */
export interface PlanCondition {
  rule: string
  /** For people: `changes.macros`, `queries.close-doc.callers`. */
  place: string
  line: number
  /** The tables that the condition is about; none where it is about the caller alone. */
  tables: string[]
  /** The condition is this constant already. */
  constant?: boolean
  /** The query, of `callers`. */
  query?: string
}

/** A condition that is set to true or to false. */
export interface AlteredCondition extends PlanCondition {
  value: boolean
}

interface Held {
  place: string
  tables: string[]
  condition: Condition
}

/** All conditions of a plan. What one condition says of inserts, updates and deletes alike is one condition. */
export function conditionsIn({ rules, queries, lines }: ProofPlan): PlanCondition[] {
  const ofRules = rules.flatMap(rule => {
    const byPlace = new Map(conditionsOf(rule).map(held => [held.place, held]))
    return [...byPlace.values()].map(({ place, tables, condition }) => {
      return { rule: rule.id, place, tables, line: condition.line, ...constantOf(condition) }
    })
  })
  const ofQueries = queries.flatMap(({ name, line, callers }) =>
    Object.keys(callers).map(rule => {
      const place = `queries.${name}.callers`
      return { rule, place, tables: [], line: lines[place] ?? line, query: name }
    }),
  )
  return [...ofRules, ...ofQueries]
}

/** The plan with one condition set to a constant. `callers` set to true are all actors, set to false none. */
export function alteredPlan(plan: ProofPlan, { rule: id, place, value, query: name }: AlteredCondition): ProofPlan {
  const altered = structuredClone(plan)
  const rule = altered.rules.find(one => one.id === id)
  const query = altered.queries.find(one => one.name === name)
  if (query) query.callers[id] = value ? Object.keys(plan.actors) : []
  else if (rule) for (const held of conditionsOf(rule)) if (held.place === place) held.condition.sql = String(value)
  return altered
}

function conditionsOf({ rows, columns, changes, requires, always }: RulePlan): Held[] {
  const held = (place: string, tables: string[], condition: Condition | undefined): Held[] =>
    condition === undefined ? [] : [{ place, tables: tables.filter(one => one !== '*'), condition }]
  return [
    ...Object.entries(rows).flatMap(([table, { condition, mayChange }]) => [
      ...held(`rows.${table}`, [table], condition),
      ...held(`rows.${table}.may_change`, [table], mayChange),
    ]),
    ...Object.entries(columns).flatMap(([name, condition]) =>
      held(`columns.${name}`, [name.split('.')[0] ?? ''], condition),
    ),
    ...Object.entries(changes).flatMap(([table, operations]) =>
      Object.entries(operations).flatMap(([operation, condition]) =>
        held(placeOfChange(table, operation as Operation, operations), [table], condition),
      ),
    ),
    ...requires.flatMap(({ table, inserts, when, where }, nth) => [
      ...held(`requires.${nth + 1}.when`, [table, inserts], when),
      ...held(`requires.${nth + 1}.where`, [table, inserts], where),
    ]),
    ...held('always', [], always),
  ]
}

/** `changes.docs` where one condition stands for all operations, otherwise `changes.docs.update`. */
function placeOfChange(table: string, operation: Operation, operations: Partial<Record<Operation, Condition>>): string {
  const all = Object.values(operations)
  const isOne = all.length === 3 && all.every(({ sql, line }) => sql === all[0]?.sql && line === all[0].line)
  return isOne ? `changes.${table}` : `changes.${table}.${operation}`
}

/** The value of a condition that is a constant: `delete: false`. */
function constantOf({ sql }: Condition): { constant?: boolean } {
  const text = sql.trim().toLowerCase()
  return text === 'true' || text === 'false' ? { constant: text === 'true' } : {}
}
