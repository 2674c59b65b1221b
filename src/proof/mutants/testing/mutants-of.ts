import { mutateSql } from '../mutate-sql.ts'
import type { Knowledge } from '../operators/operator.ts'

/** The parameters that the statements of the tests may name. */
const PARAMETERS = ['org_id', 'target_org_id', 'size', 'now', 'user_id']

/** What one operator changed, and the mutant's SQL. */
export async function mutantsOf(operator: string, sql: string, knowledge: Knowledge = {}): Promise<[string, string][]> {
  const { mutants } = await mutateSql(sql, PARAMETERS, knowledge)
  return mutants.filter(mutant => mutant.operator === operator).map(({ what, sql }) => [what, sql])
}
