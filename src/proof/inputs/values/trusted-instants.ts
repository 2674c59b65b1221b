import type { TestDatabase } from '../../database/test-database.ts'
import { isTime } from '../value-types.ts'

/** The times that the server sets for an actor, such as `:now`, each once. */
export function trustedInstants({ plan }: Pick<TestDatabase, 'plan'>): string[] {
  const names = Object.keys(plan.context).filter(name => isTime(plan.context[name] ?? ''))
  const times = Object.values(plan.actors).flatMap(context => names.flatMap(name => context[name] ?? []))
  return [...new Set(times)]
}
