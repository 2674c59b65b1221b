// Mutants of a case: the same SQL with one guard less, one boundary moved, one alias swapped. When the proof cannot tell a
// mutant from the case, the seed or the rules have a gap, or the mutant is equivalent.

import { loadModule } from 'libpg-query'
import { as } from '../sql/node.ts'
import { parseStatements } from '../sql/parse-statements.ts'
import { chooseFew } from './choose-few.ts'
import type { SqlMutant, SqlMutants } from './mutant.ts'
import { mutatePlpgsql } from './mutate-plpgsql.ts'
import { mutateStatements } from './mutate-statements.ts'
import type { Knowledge, OperatorSet } from './operators/operator.ts'
import { EDITS } from './operators.ts'
import { writtenInFunction } from './plpgsql/call-parameters.ts'
import { functionSource } from './plpgsql/function-source.ts'
import { numberParameters } from './tree/numbered-parameters.ts'

/**
 * The mutants of a statement in the order of its text, each once. Of a function, the body is mutated: statements of SQL, or
 * the SQL of PL/pgSQL and of its strings. A function in another language has no mutants.
 *
 * @throws Error when the statement cannot be parsed, or is another statement once it is written back.
 */
export async function mutateSql(
  sql: string,
  /** The names that the statement may have as `:name`. */
  parameters: readonly string[],
  knowledge: Knowledge = {},
  set = EDITS,
  /** How proof.yaml calls a function: `select * from f(:role, :term)`. */
  call?: string,
): Promise<SqlMutants> {
  await loadModule()
  const made = mutateAny(sql, parameters, knowledge, set, call)
  if (set.most === undefined) return made
  const chosen = new Set(chooseFew(made.mutants, set.most, ({ what }) => what))
  return { ...made, mutants: made.mutants.filter(mutant => chosen.has(mutant)) }
}

function mutateAny(
  sql: string,
  parameters: readonly string[],
  knowledge: Knowledge,
  set: OperatorSet,
  call: string | undefined,
): SqlMutants {
  const [statement] = parseStatements(numberParameters(sql, parameters))
  const definition = as(statement, 'CreateFunctionStmt')
  // BEGIN ATOMIC … END is parsed with the definition, a body in a string is not.
  if (definition === undefined || definition.sql_body) return mutateStatements(sql, parameters, knowledge, set)
  const source = functionSource(sql, definition)
  const written = call === undefined ? {} : writtenInFunction(definition, call, parameters)
  if (source?.language === 'plpgsql') return mutatePlpgsql(source, knowledge, set, written)
  if (source?.language !== 'sql') return { mutants: [], equivalent: [] }
  const { mutants, equivalent } = mutateStatements(source.text, [], knowledge, set, {
    written,
    isInFunction: true,
    isTest: false,
  })
  const inFunction = (mutant: SqlMutant) => ({
    ...mutant,
    sql: source.replaceWith(mutant.sql),
    line: source.linesBefore + mutant.line,
  })
  return { mutants: mutants.map(inFunction), equivalent: equivalent.map(inFunction) }
}
