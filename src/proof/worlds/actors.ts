import { findHidden, type HiddenRow } from '../database/hidden-rows.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { Value } from '../plan/plan.ts'
import { withEmptyHidden, withOtherHidden, withoutHidden, worldsOf } from './rule-worlds.ts'
import type { CombinedWorld, RuleWorld } from './world.ts'

/** A caller of proof.yaml, with all that rules hide from them. */
export interface Actor {
  name: string
  /** What the server sets. */
  context: Record<string, Value>
  worlds: RuleWorld[]
  withoutHidden: CombinedWorld
  withOtherHidden: CombinedWorld
  withEmptyHidden: CombinedWorld
  /** By rule, the rows that it hides from this caller. */
  hidden: Map<string, HiddenRow[]>
}

/** All actors with their worlds: found once for each seed. */
export async function findActors(database: TestDatabase): Promise<Actor[]> {
  const { actors, rules } = database.plan
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
      withEmptyHidden: withEmptyHidden(worlds),
      hidden: new Map([...(byRule ?? [])].map(([rule, { rows }]) => [rule, rows])),
    }
  })
}
