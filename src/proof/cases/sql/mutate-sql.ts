import { mutateWithEquivalents } from '../../mutants/mutate.ts'
import { readSchema } from '../../mutants/schema-knowledge.ts'
import type { CaseKind } from '../kind.ts'

/** The mutants of a SQL case. */
export const mutateSql: NonNullable<CaseKind['mutate']> = async (code, query, { schema, context }) => {
  const knowledge = { ...(await readSchema(schema)), context }
  const parameters = [...query.parameters.map(({ name }) => name), ...context]
  const { mutants, equivalent } = await mutateWithEquivalents(code, parameters, knowledge)
  return {
    mutants: mutants.map(({ sql, ...mutant }) => ({ ...mutant, code: sql })),
    equivalent: equivalent.length,
  }
}
