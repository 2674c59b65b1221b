import { type Actors, findHidden, type HiddenRow } from '../database/hidden-rows.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { Value } from '../plan/plan.ts'
import { withEmptyHidden, withOtherHidden, withoutHidden, worldsOf } from './rule-worlds.ts'
import type { ActorWorld, RuleWorld } from './world.ts'

/** An actor of proof.yaml, or one derived from such an actor, with the worlds that show what rules hide from them. */
export interface Actor {
  name: string
  /** Of a derived actor, such as one at another time: the actor of proof.yaml that it was derived from. */
  derivedFrom?: string
  /** The trusted parameters, which the server sets: `{user_id: 2, role: member}`. */
  context: Record<string, Value>
  /** The worlds of each rule that hides something from the actor. */
  worlds: RuleWorld[]
  /** One world for all rules: everything that any rule hides is gone. */
  withoutHidden: ActorWorld
  /** Everything that any rule hides is there with other values. */
  withOtherHidden: ActorWorld
  /** Everything that any rule hides in a visible row is NULL. */
  withEmptyHidden: ActorWorld
  /** By rule, the rows that the rule hides from the actor. */
  hidden: Map<string, HiddenRow[]>
}

/** Finds what rules hide from each actor of proof.yaml, and makes the actors' worlds: once for each seed. */
export function findActors(database: TestDatabase): Promise<Actor[]> {
  return makeActors(database, database.plan.actors)
}

/** Finds what rules hide from callers with these trusted parameters, and makes their worlds. */
export async function makeActors(database: TestDatabase, actors: Actors): Promise<Actor[]> {
  const { rules } = database.plan
  const found = await findHidden(database, actors, rules)
  return Object.entries(actors).map(([name, context]) => {
    const byRule = found.get(name)
    const worlds = rules.flatMap(rule => worldsOf(database, rule, byRule?.get(rule.id)))
    return {
      name,
      context,
      worlds,
      withoutHidden: withoutHidden(database, worlds),
      withOtherHidden: withOtherHidden(database, worlds),
      withEmptyHidden: withEmptyHidden(database, worlds),
      hidden: new Map([...(byRule ?? [])].map(([rule, { rows }]) => [rule, rows])),
    }
  })
}
