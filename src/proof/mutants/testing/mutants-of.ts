import { mutateSql } from '../mutate-sql.ts'
import type { Knowledge } from '../operators/operator.ts'

/** The parameters that the statements of the tests may name. */
const PARAMETERS = ['org_id', 'target_org_id', 'size', 'now', 'user_id']

/** What was changed and the mutant's SQL, of the operators that are named (with spaces between them). */
export async function mutantsOf(
  operators: string,
  sql: string,
  knowledge: Knowledge = {},
): Promise<[string, string][]> {
  const { mutants } = await mutateSql(sql, PARAMETERS, knowledge)
  return mutants.filter(({ operator }) => operators.split(' ').includes(operator)).map(({ what, sql }) => [what, sql])
}
