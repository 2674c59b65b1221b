// Conditions of rules that depend on the caller alone, such as "the token has not ended", and the roles for which no
// actor of proof.yaml is on one side of them.

import type { Condition } from '../plan/plan.ts'
import { roleOf, roleParameters } from '../plan/roles.ts'
import { ruleConditions } from '../plan/rule-conditions.ts'
import { DatabaseError } from '../postgres/session.ts'
import { type Actors, actorsSql, bindActorColumns } from './hidden-rows.ts'
import type { TestDatabase } from './test-database.ts'

export interface CallerCondition {
  rule: string
  condition: Condition
}

/** A role whose actors are all on one side of a condition, though the condition does not depend on the role alone. */
export interface MissingSide extends CallerCondition {
  role: string
  /** What the condition is for no actor of the role. */
  isTrue: boolean
}

/** The conditions on the caller alone: PostgreSQL can tell their truth without any row. */
export async function callerConditions(database: TestDatabase): Promise<CallerCondition[]> {
  const found = new Map<string, CallerCondition>()
  for (const rule of database.plan.rules) {
    for (const condition of ruleConditions(rule)) {
      const key = `${rule.id} ${condition.sql}`
      // What always holds is about all rows.
      if (condition === rule.always || found.has(key) || namesClient(database, condition)) continue
      if (await truthsOf(database, condition, database.plan.actors)) found.set(key, { rule: rule.id, condition })
    }
  }
  return [...found.values()]
}

function namesClient({ plan }: TestDatabase, { sql }: Condition): boolean {
  return [...sql.matchAll(/(?<![:\w]):([a-z_]\w*)/gi)].some(([, name = '']) => !(name in plan.context))
}

/** By caller, whether the condition holds; undefined for a condition that speaks of a row. */
export async function truthsOf(
  database: TestDatabase,
  condition: Condition,
  actors: Actors,
): Promise<Map<string, boolean> | undefined> {
  const bound = bindActorColumns(database)(condition, {})
  try {
    const [result] = await database.session.run(
      `select proof_nth, coalesce((${bound}), false) from ${actorsSql(database, actors)} order by 1`,
    )
    const names = Object.keys(actors)
    return new Map((result?.rows ?? []).map(([nth, truth]) => [names[Number(nth)] ?? '', truth === 't']))
  } catch (error) {
    if (error instanceof DatabaseError) return undefined
    throw error
  }
}

/**
 * The sides of conditions that no actor of a role is on. A condition that is the same for all actors once they have the
 * role is about the role, and says nothing of a caller's state: `:role <> 'customer'`.
 */
export async function missingSides(database: TestDatabase): Promise<MissingSide[]> {
  const { actors } = database.plan
  const parameters = roleParameters(database.plan)
  const names = Object.keys(actors)
  const missing: MissingSide[] = []
  for (const { rule, condition } of await callerConditions(database)) {
    const truths = await truthsOf(database, condition, actors)
    for (const [role, ofRole] of Map.groupBy(names, name => roleOf(parameters, actors[name] ?? {}))) {
      const model = actors[ofRole[0] ?? ''] ?? {}
      const exchanged = names.map(name => [
        name,
        { ...actors[name], ...Object.fromEntries(parameters.map(parameter => [parameter, model[parameter] ?? null])) },
      ])
      const possible = new Set((await truthsOf(database, condition, Object.fromEntries(exchanged)))?.values())
      if (possible.size < 2) continue
      const known = new Set(ofRole.map(name => truths?.get(name)))
      for (const isTrue of [true, false]) if (!known.has(isTrue)) missing.push({ rule, condition, role, isTrue })
    }
  }
  return missing
}
