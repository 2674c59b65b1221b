// Makes a SQL case ready to be called: prepares its statement, or creates its function, and prepares the statements for
// many calls.

import { typeOf } from '../../database/parameter-types.ts'
import { CODE_SCHEMA_START } from '../../database/private-names.ts'
import { SEARCH_PATH, type TestDatabase } from '../../database/test-database.ts'
import type { QueryPlan } from '../../plan/plan.ts'
import { DatabaseError } from '../../postgres/session.ts'
import { identifier } from '../../sql/sql-text.ts'
import type { CaseToProve } from '../case-to-prove.ts'
import type { Refusal } from '../kind.ts'
import { checkStatement } from './code/check-statement.ts'
import { computedColumns } from './code/computed-columns.ts'
import type { Statement } from './code/statement.ts'
import { toldTexts } from './code/told-texts.ts'
import { createFunction } from './create-function.ts'
import { describeResult, type ResultShape } from './describe-result.ts'
import { type PreparedCase, parameterNames } from './prepared-case.ts'
import { bindNames, bindPositions, mayCallWriter, readStatement } from './read-statement.ts'
import { callColumn, namesFor, quickPlanSql, quickSql, runnerSql, type Wrapped, wrapperSql } from './wrap-case.ts'

/** A prepared case, with what is known of its statement and of its result. */
export interface ReadyCase {
  prepared: PreparedCase
  statement: Statement
  result: ResultShape
}

/** Makes the case ready to be called, or says why it is not run. `number` is another for each case of a proof run. */
export async function prepareCase(
  database: TestDatabase,
  query: QueryPlan,
  one: CaseToProve,
  number: number,
): Promise<ReadyCase | Refusal> {
  const read = readStatement(database, query, one.code)
  if ('refused' in read) return read
  const unprepared = { database, query, number, ...read, one }
  try {
    return await (read.statement.kind === 'function' ? prepareFunction(unprepared) : prepareStatement(unprepared))
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    await database.session.run(`rollback; set search_path = ${SEARCH_PATH}`)
    const { message, sqlState } = error
    return { refused: `PostgreSQL does not accept the case: ${message} (${sqlState})`, sqlState }
  }
}

interface UnpreparedCase {
  database: TestDatabase
  query: QueryPlan
  number: number
  one: CaseToProve
  /** The code with parameters as `$n`. */
  text: string
  statement: Statement
}

async function prepareStatement(unprepared: UnpreparedCase): Promise<ReadyCase> {
  const { database, query, number, one, text, statement } = unprepared
  const result = await describeResult(database, prepareSql(unprepared, text), namesFor(number).one)
  const wrapped = toWrapped(unprepared, text, result)
  // A function of the schema may run text, which the case may choose.
  if (database.hasFunctions) {
    await database.session.run(`${wrapperSql(wrapped, statement.readsOnly)};\n${runnerSql(wrapped)}`)
    const runner = { runner: namesFor(number).runner, columns: await columnsOf(unprepared, text) }
    return { prepared: { ...preparedCase(unprepared, statement.readsOnly, false), ...runner }, statement, result }
  }
  const isQuick = await prepareMany(wrapped, statement, bindNames(database, query, one.code, callColumn))
  return { prepared: preparedCase(unprepared, statement.readsOnly, isQuick), statement, result }
}

async function prepareFunction(unprepared: UnpreparedCase): Promise<ReadyCase | Refusal> {
  const { database, query, number, text } = unprepared
  if (query.call === undefined)
    return {
      refused: `the case creates a function, and ${query.name} has no "call" in proof.yaml that says how to call the function`,
    }
  const schema = `${CODE_SCHEMA_START}${number}`
  const refusal = await createFunction(database, schema, text)
  if (refusal) return refusal
  const call = bindPositions(database, query, query.call.replace(/\bpublic\.(?=\w+\s*\()/gi, ''))
  const path = await pathOfCalls(database, schema)
  await database.session.run(`set search_path = ${path}`)
  const result = await describeResult(database, prepareSql(unprepared, call), namesFor(number).one)
  const columns = await columnsOf(unprepared, call)
  const readsOnly = await functionReadsOnly(unprepared, schema, call)
  const wrapped = { ...toWrapped(unprepared, call, result), path }
  await database.session.run(
    `${wrapperSql(wrapped, readsOnly)};\n${runnerSql(wrapped)}; set search_path = ${SEARCH_PATH}`,
  )
  const prepared = { ...preparedCase(unprepared, readsOnly, false), schema, runner: namesFor(number).runner, columns }
  return { prepared, statement: { ...unprepared.statement, readsOnly }, result }
}

/**
 * The search path of calls of the function in this schema. `current_schema` tells the first schema of it, so this is the
 * application's, unless it has a function of the same name.
 */
async function pathOfCalls({ session }: TestDatabase, schema: string): Promise<string> {
  const [result] = await session.run(`select exists (select from pg_proc p join pg_proc own using (proname)
    where p.pronamespace = 'public'::regnamespace and own.pronamespace = '${schema}'::regnamespace)`)
  const schemas = ['public', identifier(schema)]
  return [...(result?.rows[0]?.[0] === 't' ? schemas.toReversed() : schemas), 'pg_temp'].join(', ')
}

/**
 * Whether the function of a case cannot write. PostgreSQL refuses to write in a function that its catalog does not call
 * VOLATILE; any other function must have no word that could write. Both could still call a function of the schema that writes.
 */
async function functionReadsOnly(
  { database, statement }: UnpreparedCase,
  schema: string,
  call: string,
): Promise<boolean> {
  const calling = checkStatement(call)
  if ('refused' in calling || !calling.readsOnly || mayCallWriter(database, statement)) return false
  const [result] = await database.session.run(
    `select bool_and(provolatile <> 'v') from pg_proc where pronamespace = '${schema}'::regnamespace`,
  )
  return statement.readsOnly || result?.rows[0]?.[0] === 't'
}

/** The names of the columns that a query gives: known by asking for no row of it. */
async function columnsOf({ database, query, number }: UnpreparedCase, text: string): Promise<string[]> {
  const types = parameterNames(database.plan, query).map(name => typeOf(database, query, name))
  const [name, list] = [
    `${namesFor(number).one}_names`,
    (parts: string[]) => (parts.length > 0 ? `(${parts.join(', ')})` : ''),
  ]
  try {
    const { session } = database
    await session.runOne(`prepare ${name}${list(types)} as select * from (${text}\n) as q limit 0`)
    // To plan a call may run functions of the schema, which have no more rights here than in a call.
    const [, result] = await session.run(`set role ${session.caller}; execute ${name}${list(types.map(() => 'null'))};
      reset role; deallocate ${name}`)
    return result?.columns ?? []
  } catch (error) {
    // A statement that writes cannot be a part of another one. The first row tells the names.
    if (error instanceof DatabaseError) return []
    throw error
  }
}

/** The SQL that prepares the statement which makes one call. */
function prepareSql({ database, query, number }: UnpreparedCase, sql: string): string {
  const types = parameterNames(database.plan, query).map(name => typeOf(database, query, name))
  return `prepare ${namesFor(number).one}${types.length > 0 ? `(${types.join(', ')})` : ''} as ${sql}`
}

function toWrapped(
  { database, query, number, one, statement }: UnpreparedCase,
  text: string,
  { hasBytes }: ResultShape,
): Wrapped {
  const { kind, returnsRows } = statement
  return { database, query, number, text, kind, returnsRows, wantsKeys: one.label === 'good', hasBytes }
}

/**
 * Prepares the statements for many calls. Says whether the quick one can be used: not every statement takes columns for
 * parameters.
 */
async function prepareMany(
  wrapped: Wrapped,
  { readsOnly, hasSubquery }: Statement,
  inColumns: string,
): Promise<boolean> {
  const { session } = wrapped.database
  if (readsOnly) {
    try {
      await session.runOne(quickSql(wrapped, inColumns))
      await session.run(wrapperSql(wrapped, true))
      return !hasSubquery || !(await hasSharedHash(wrapped.database, quickPlanSql(wrapped)))
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
    }
  }
  await session.run(wrapperSql(wrapped, false))
  return false
}

/**
 * Whether a plan uses one hashed subquery in two places, as PostgreSQL may plan a guard over two tables. With many
 * calls in one statement, one of the two places would still use the hash of an earlier call.
 */
async function hasSharedHash({ session }: TestDatabase, plan: string): Promise<boolean> {
  try {
    const [result] = await session.run(plan)
    const hashed = (result?.rows ?? []).flatMap(([line]) => line?.match(/\bhashed SubPlan \d+/g) ?? [])
    return new Set(hashed).size < hashed.length
  } catch (error) {
    // A statement whose plan is not known may not be safe. The wrapper is slower, and always right.
    if (error instanceof DatabaseError) return true
    throw error
  }
}

function preparedCase(
  { database, query, number, one, statement, text }: UnpreparedCase,
  readsOnly: boolean,
  isQuick: boolean,
): PreparedCase {
  const names = namesFor(number)
  const many = { any: names.many, ...(isQuick ? { quick: names.quick } : {}) }
  return {
    ...{ database, query, code: one.code, statement: names.one, many, readsOnly, returnsRows: statement.returnsRows },
    ...{
      columns: [],
      answeredContexts: new WeakSet(),
      templates: toldTexts(text),
      computed: computedColumns(text, table => database.tables.get(table)?.columns.map(({ name }) => name) ?? []),
      repeated: new Map(),
    },
  }
}
