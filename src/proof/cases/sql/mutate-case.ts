import { ATTACKS } from '../../mutants/attacks.ts'
import type { SqlMutant } from '../../mutants/mutant.ts'
import { mutateSql } from '../../mutants/mutate-sql.ts'
import { operationsOf } from '../../plan/plan.ts'
import { readSchema, type SchemaNames } from '../../sql/read-schema.ts'
import type { CaseKind } from '../kind.ts'
import { mutateMigrationCase } from '../migration/mutate-migration-case.ts'
import { attackKnowledge } from './attack-knowledge.ts'

/** The names of the schema that was read last, which all cases of an application share. */
let last: { schema: string; names: Promise<SchemaNames> } | undefined

/** The mutants of a SQL case: its edits, then the attacks on it. */
export const mutateCase: NonNullable<CaseKind['mutate']> = async (code, query, { schema, plan }) => {
  if (query.operation) {
    const { of } = query.operation
    const sent = operationsOf(plan, of).flatMap(({ operation }) => operation?.sql.sql ?? [])
    return mutateMigrationCase(code, schema, plan.exposes[of] ? undefined : sent)
  }
  if (last?.schema !== schema) last = { schema, names: readSchema(schema) }
  const names = await last.names
  const context = Object.keys(plan.context)
  const knowledge = { ...names, context, attack: attackKnowledge(plan, query, names) }
  const parameters = [...query.parameters.map(({ name }) => name), ...context]
  const { mutants, equivalent } = await mutateSql(code, parameters, knowledge)
  const edited = new Set(mutants.map(({ sql }) => sql))
  const attacks = await mutateSql(code, parameters, knowledge, ATTACKS, query.call)
  const asMutant =
    (isAttack: boolean) =>
    ({ sql, ...mutant }: SqlMutant) => ({ ...mutant, isAttack, code: sql })
  return {
    mutants: [
      ...mutants.map(asMutant(false)),
      ...attacks.mutants.filter(({ sql }) => !edited.has(sql)).map(asMutant(true)),
    ],
    equivalent: equivalent.length,
  }
}
