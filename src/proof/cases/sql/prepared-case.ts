import type { TestDatabase } from '../../database/test-database.ts'
import type { ProofPlan, QueryPlan } from '../../plan/plan.ts'
import type { RepeatedValues } from '../generated-values.ts'
import type { Template } from '../told-by-error.ts'

/** A SQL case that PostgreSQL has prepared. */
export interface PreparedCase {
  database: TestDatabase
  query: QueryPlan
  code: string
  /** The name of the prepared statement that makes one call. */
  statement: string
  /** The schema of the function that the case creates. Absent: the case is a statement. */
  schema?: string
  /**
   * The function that makes one call, for a case that runs functions. Absent: the prepared statement makes the call.
   */
  runner?: string
  /** The names of the result's columns, where a runner gives no row that tells them. */
  columns: string[]
  returnsRows: boolean
  /**
   * The names of the prepared statements that make many calls: `any` always works, `quick` is for some that only read.
   */
  many: { quick?: string; any: string }
  readsOnly: boolean
  /** The columns into which the code puts values that it computes: see code/computed-columns.ts. */
  computed: ReadonlySet<string>
  /** The texts of the code that an error may tell: see code/told-texts.ts. */
  templates: readonly Template[]
  /** What is known of the values that calls wrote twice. */
  repeated: RepeatedValues
  /** The contexts of callers for whom a call has returned or changed something, or failed. */
  answeredContexts: WeakSet<object>
}

/** The parameters that `$1`, `$2`, … of a prepared case stand for: the trusted ones, then the client's. */
export function parameterNames(plan: ProofPlan, query: QueryPlan): string[] {
  return [...Object.keys(plan.context), ...query.parameters.map(({ name }) => name)]
}
