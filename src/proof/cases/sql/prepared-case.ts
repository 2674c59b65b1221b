import type { TestDatabase } from '../../database/test-database.ts'
import type { ProofPlan, QueryPlan } from '../../plan/plan.ts'

/** A SQL case as PostgreSQL has it. */
export interface PreparedCase {
  database: TestDatabase
  query: QueryPlan
  code: string
  /** The prepared statement. */
  statement: string
  /** The schema of the function that the case creates. */
  schema?: string
  /** The prepared statements that make many calls at once; `quick` where the case only reads. */
  many: { quick?: string; any: string }
  readsOnly: boolean
  /** Contexts of callers to whom it returns, changes or breaks something. */
  noisyFor: WeakSet<object>
}

/** What `$1`, `$2`, … of a prepared case are: the trusted parameters, then the client's. */
export function parameterNames(plan: ProofPlan, query: QueryPlan): string[] {
  return [...Object.keys(plan.context), ...query.parameters.map(({ name }) => name)]
}
