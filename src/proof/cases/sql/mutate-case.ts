import { mutateSql } from '../../mutants/mutate-sql.ts'
import { readSchema, type SchemaNames } from '../../sql/read-schema.ts'
import type { CaseKind } from '../kind.ts'

/** The names of the schema that was read last, which all cases of an application share. */
let last: { schema: string; names: Promise<SchemaNames> } | undefined

/** The mutants of a SQL case. */
export const mutateCase: NonNullable<CaseKind['mutate']> = async (code, query, { schema, context }) => {
  if (last?.schema !== schema) last = { schema, names: readSchema(schema) }
  const knowledge = { ...(await last.names), context }
  const parameters = [...query.parameters.map(({ name }) => name), ...context]
  const { mutants, equivalent } = await mutateSql(code, parameters, knowledge)
  return {
    mutants: mutants.map(({ sql, ...mutant }) => ({ ...mutant, code: sql })),
    equivalent: equivalent.length,
  }
}
