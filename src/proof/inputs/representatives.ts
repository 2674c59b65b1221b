import type { TestDatabase } from '../database/test-database.ts'
import type { QueryPlan } from '../plan/plan.ts'
import { isChosenType } from './value-types.ts'

/**
 * The actors who make the calls that are too many for all actors: of those whose job the query is, the first of each
 * role and state, and one actor whose job it is not.
 */
export async function representatives(database: TestDatabase, query: QueryPlan): Promise<string[]> {
  const kinds = await kindsOfActors(database)
  const workers = [...new Set(query.works.map(({ as }) => as))]
  const chosen = new Map<string | undefined, string>()
  for (const name of workers) if (!chosen.has(kinds.get(name))) chosen.set(kinds.get(name), name)
  const others = [...kinds.keys()].filter(name => !workers.includes(name))
  const outsider = others.find(name => !chosen.has(kinds.get(name))) ?? others[0]
  return [...chosen.values(), ...(outsider === undefined ? [] : [outsider])]
}

/** The first actor of each role and state. */
export async function firstOfEachKind(database: TestDatabase): Promise<string[]> {
  const kinds = await kindsOfActors(database)
  return [...Map.groupBy(kinds.keys(), name => kinds.get(name)).values()].flatMap(([first]) => first ?? [])
}

/** By actor, a text that is the same for actors of one role and state. */
async function kindsOfActors(database: TestDatabase): Promise<Map<string, string>> {
  const { plan } = database
  const actors = Object.entries(plan.actors)
  const roles = Object.entries(plan.context)
    .filter(([name, type]) => isChosenType(type) && isShared(actors.map(([, context]) => context[name] ?? null)))
    .map(([name]) => name)
  // The state of a caller: which of the conditions on the caller alone hold, such as "the token has not expired".
  const conditions = plan.rules.flatMap(({ rows }) => rows['*']?.condition ?? [])
  const kinds = new Map<string, string>()
  for (const [name, context] of actors) {
    const state: (string | null)[] = []
    for (const condition of conditions)
      state.push(
        (await database.ask(`select coalesce((${database.bind(condition, context)}), false)`, condition))[0]?.[0] ??
          null,
      )
    kinds.set(name, JSON.stringify([roles.map(role => context[role] ?? null), state]))
  }
  return kinds
}

/** Whether two actors have the same value: a role has several actors, a name has one. */
function isShared(values: (string | null)[]): boolean {
  return new Set(values).size < values.length
}
