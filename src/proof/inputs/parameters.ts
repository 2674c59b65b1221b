import type { Value } from '../plan/plan.ts'

/** What a client sends, by the names of the query's parameters. */
export type Parameters = Record<string, Value>
