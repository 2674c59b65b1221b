import type { SqlMutant, SqlMutants } from './mutant.ts'
import { canBeWritten, mutateStatements } from './mutate-statements.ts'
import type { Knowledge, OperatorSet, Place } from './operators/operator.ts'
import { type EmbeddedSql, hasOwnName } from './plpgsql/embedded-sql.ts'
import type { FunctionSource } from './plpgsql/function-source.ts'
import { withoutHandlers } from './plpgsql/handlers.ts'
import { withoutStatements } from './plpgsql/leave-out.ts'
import { asksForEvent } from './plpgsql/settled/settled-assignments.ts'
import { type BodySql, sqlInBody } from './plpgsql/sql-in-body.ts'
import { sqlInStrings } from './plpgsql/sql-in-strings.ts'
import { writtenInStrings } from './plpgsql/using-parameters.ts'

/** The mutants of a PL/pgSQL body: of its SQL, and of the SQL in its strings. */
export function mutatePlpgsql(
  source: FunctionSource,
  knowledge: Knowledge,
  set: OperatorSet,
  /** How the parameters of the query are written in the body: `p_role`. */
  written: Place['written'],
): SqlMutants {
  const inStrings = writtenInStrings(source, written)
  // A mutant of a message could mostly not be killed. What a message tells must be seen, though.
  const isLooked = ({ isMessage, tells }: BodySql) => !isMessage || (set.withoutStatements && tells)
  const isByEvent = set.withoutStatements ? asksForEvent(source.replaceWith(source.text)) : () => false
  const all = sqlInBody(source, knowledge.surroundings)
    .filter(isLooked)
    .filter(({ isBranch, sql }) => !(isBranch && isByEvent(sql)))
    .flatMap(sql => [
      { mutants: set.withBranches ? mutateWhole(sql) : [], equivalent: [] },
      mutateEmbedded(sql, knowledge, set, {
        written,
        isTest: sql.isCondition,
        isGuard: sql.isGuard,
        isFilter: sql.isFilter,
        isDeciding: sql.isDeciding,
        isGate: sql.isGate,
        isBound: sql.isBound,
        isTold: sql.isMessage,
      }),
      ...(sql.isMessage ? [] : sqlInStrings(sql)).map(inString =>
        mutateEmbedded(inString, knowledge, set, { written: inStrings, isDeciding: sql.isDeciding }),
      ),
    ])
  if (set.withoutStatements)
    all.push({
      mutants: [...withoutStatements(source, knowledge.surroundings?.settled), ...withoutHandlers(source)],
      equivalent: [],
    })
  // As in a statement, a mutant that is made twice has the name of the first operator.
  const byText = Map.groupBy(
    all.flatMap(({ mutants }) => mutants),
    ({ sql }) => sql,
  )
  const mutants = [...byText.values()].flatMap(([first]) => first ?? []).sort((one, other) => one.line - other.line)
  return {
    mutants,
    equivalent: all.flatMap(({ equivalent }) => equivalent),
    lost: all.flatMap(({ lost = [] }) => lost),
  }
}

/** The condition of an IF made true, and made false; a statement that writes left out. */
function mutateWhole(sql: BodySql): SqlMutant[] {
  const { isCondition, isGuard, sparesOthers, what, replaceWith, leaveOut, lineAt } = sql
  const changed = isCondition
    ? { always: replaceWith('SELECT WHERE true'), never: replaceWith('SELECT WHERE false') }
    : { 'drop-write': leaveOut() }
  return Object.entries(changed).flatMap(([operator, text]) => {
    const loosens = operator === 'never' ? isGuard : operator === 'always' && (isGuard || !sparesOthers)
    return text === undefined ? [] : [{ sql: text, operator, what, line: lineAt(0), ...(loosens ? { loosens } : {}) }]
  })
}

function mutateEmbedded(
  embedded: EmbeddedSql,
  knowledge: Knowledge,
  set: OperatorSet,
  place: Pick<Place, 'written'> & Partial<Place>,
): SqlMutants {
  if (!canBeWritten(embedded.text)) return { mutants: [], equivalent: [] }
  const inner = { isTest: false, ...place, isInFunction: true, lineOf: embedded.lineAt }
  const { mutants, equivalent } = mutateStatements(embedded.text, [], knowledge, set, inner)
  const lost: SqlMutants['lost'] = []
  const told = place.isTold ? { isTold: true } : {}
  const inCase = ({ sql: changed, ...mutant }: SqlMutant) => {
    const sql = embedded.replaceWith(changed)
    const named = { ...mutant, what: embedded.describe(mutant.what) }
    // What was only put around the SQL to parse it is no part of the case.
    if (sql === undefined && !hasOwnName(mutant.what)) lost.push(named)
    return sql === undefined ? [] : [{ ...named, ...told, sql }]
  }
  return { mutants: mutants.flatMap(inCase), equivalent: equivalent.flatMap(inCase), lost }
}
