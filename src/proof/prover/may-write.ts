import type { Program } from '../cases/kind.ts'
import { namesChanges } from '../inputs/usual-calls.ts'
import type { QueryPlan } from '../plan/plan.ts'

/** Whether the query may write: `works` names changes, or leaves open what must come and the case may write. */
export function mayWrite(query: QueryPlan, { facts }: Program): boolean {
  if (namesChanges(query)) return true
  return query.works.some(({ namesNeither, namesOnlyGives }) => namesNeither || (namesOnlyGives && !facts.readsOnly))
}
