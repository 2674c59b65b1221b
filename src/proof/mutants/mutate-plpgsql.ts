import type { SqlMutant, SqlMutants } from './mutant.ts'
import { canBeWritten, mutateStatements } from './mutate-statements.ts'
import type { Knowledge } from './operators/operator.ts'
import type { EmbeddedSql } from './plpgsql/embedded-sql.ts'
import type { FunctionSource } from './plpgsql/function-source.ts'
import { type BodySql, sqlInBody } from './plpgsql/sql-in-body.ts'
import { sqlInStrings } from './plpgsql/sql-in-strings.ts'

/** The mutants of a PL/pgSQL body: of its SQL, and of the SQL in its strings. */
export function mutatePlpgsql(source: FunctionSource, knowledge: Knowledge): SqlMutants {
  const all = sqlInBody(source).flatMap(sql => [
    { mutants: mutateWhole(sql), equivalent: [] },
    mutateEmbedded(sql, knowledge),
    ...sqlInStrings(sql).map(inString => mutateEmbedded(inString, knowledge)),
  ])
  // As in a statement, a mutant that is made twice has the name of the first operator.
  const byText = Map.groupBy(
    all.flatMap(({ mutants }) => mutants),
    ({ sql }) => sql,
  )
  const mutants = [...byText.values()].flatMap(([first]) => first ?? []).sort((one, other) => one.line - other.line)
  return { mutants, equivalent: all.flatMap(({ equivalent }) => equivalent) }
}

/** The condition of an IF made true, and made false; a statement that writes left out. */
function mutateWhole({ isCondition, what, replaceWith, leaveOut, lineAt }: BodySql): SqlMutant[] {
  const changed = isCondition
    ? { always: replaceWith('SELECT WHERE true'), never: replaceWith('SELECT WHERE false') }
    : { 'drop-write': leaveOut() }
  return Object.entries(changed).flatMap(([operator, sql]) =>
    sql === undefined ? [] : [{ sql, operator, what, line: lineAt(0) }],
  )
}

function mutateEmbedded(embedded: EmbeddedSql, knowledge: Knowledge): SqlMutants {
  if (!canBeWritten(embedded.text)) return { mutants: [], equivalent: [] }
  const { mutants, equivalent } = mutateStatements(embedded.text, [], knowledge, embedded.lineAt)
  const inCase = (mutant: SqlMutant) => {
    const sql = embedded.replaceWith(mutant.sql)
    return sql === undefined ? [] : [{ ...mutant, sql, what: embedded.describe(mutant.what) }]
  }
  return { mutants: mutants.flatMap(inCase), equivalent: equivalent.flatMap(inCase) }
}
