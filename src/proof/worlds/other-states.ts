// Further actors in a state that proof.yaml has for other roles alone: an admin whose token has ended.

import { callerConditions, missingSides, truthsOf } from '../database/caller-conditions.ts'
import type { Actors } from '../database/hidden-rows.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { roleOf, roleParameters } from '../plan/roles.ts'
import { type Actor, makeActors } from './actors.ts'
import { clockOf } from './clock.ts'

/**
 * For each condition that fails for no actor of a role: one actor of the role for whom it fails, with one trusted
 * parameter of another actor. Where a condition fails, a caller gets nothing, whoever they are; so the parameters need
 * not fit each other. Of the sides on which a condition holds, none is made up: a made-up caller may rightly be refused.
 */
export async function actorsInOtherStates(database: TestDatabase): Promise<Actor[]> {
  const missing = (await missingSides(database)).filter(({ isTrue }) => !isTrue)
  if (missing.length === 0) return []
  const conditions = await callerConditions(database)
  const chosen: Actors = {}
  for (const { condition, role } of missing) {
    const candidates = candidatesOf(database, role)
    const fails = await truthsOf(database, condition, candidates)
    const failing = Object.keys(candidates).filter(name => fails?.get(name) === false)
    const failures = new Map(failing.map(name => [name, 0]))
    for (const other of conditions) {
      const truths = await truthsOf(database, other.condition, candidates)
      for (const name of failing) if (truths?.get(name) === false) failures.set(name, (failures.get(name) ?? 0) + 1)
    }
    // The one for whom least else fails: another rule that fails too would hide what this rule is to show.
    const [best] = failing.toSorted((a, b) => (failures.get(a) ?? 0) - (failures.get(b) ?? 0))
    if (best !== undefined) chosen[best] = candidates[best] ?? {}
  }
  const actors = await makeActors(database, chosen)
  return actors.map(actor => ({ ...actor, derivedFrom: actor.name.split(' with ')[0] ?? '' }))
}

/** The actors of a role, each with one trusted parameter of another actor. Parameters that may be NULL come first. */
function candidatesOf({ plan }: TestDatabase, role: string): Actors {
  const { actors } = plan
  const roles = roleParameters(plan)
  const all = Object.values(actors)
  const isOptional = (name: string) => all.some(context => context[name] === null)
  const names = Object.keys(plan.context).filter(name => !roles.includes(name) && name !== clockOf(plan)?.name)
  const ordered = [...names.filter(isOptional), ...names.filter(name => !isOptional(name))]
  const candidates: Actors = {}
  for (const parameter of ordered) {
    for (const [name, context] of Object.entries(actors)) {
      if (roleOf(roles, context) !== role) continue
      for (const value of new Set(all.map(other => other[parameter] ?? null)))
        if (value !== (context[parameter] ?? null))
          candidates[`${name} with ${parameter} ${value}`] = { ...context, [parameter]: value }
    }
  }
  return candidates
}
