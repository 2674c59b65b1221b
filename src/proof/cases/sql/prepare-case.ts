// Makes a SQL case ready to be called: its statement, or the function that it creates, and the wrapper for many calls.

import { typeOf } from '../../database/parameter-types.ts'
import { SEARCH_PATH, type TestDatabase } from '../../database/test-database.ts'
import type { QueryPlan } from '../../plan/plan.ts'
import { CALLER_ROLE } from '../../postgres/caller-role.ts'
import { DatabaseError } from '../../postgres/session.ts'
import { bindParameters, strayParameter } from '../../sql/bind-parameters.ts'
import { identifier } from '../../sql/sql-text.ts'
import type { CaseToProve } from '../case-to-prove.ts'
import type { Refusal } from '../kind.ts'
import { checkStatement } from './check-statement.ts'
import { type PreparedCase, parameterNames } from './prepared-case.ts'
import type { Statement } from './statement.ts'
import { callColumn, quickPlanSql, quickSql, type Wrapped, wrapperSql } from './wrap-case.ts'

/** A prepared case with what was read off it. */
export interface ReadyCase {
  prepared: PreparedCase
  statement: Statement
  result: ResultShape
}

/** A definition, after whatever comments stand before it. */
const CREATES = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*create\b/i

/** Makes the case ready to be called, or says why it is not run. `number` tells the cases of a run apart. */
export async function prepareCase(
  database: TestDatabase,
  query: QueryPlan,
  one: CaseToProve,
  number: number,
): Promise<ReadyCase | Refusal> {
  const names = parameterNames(database.plan, query)
  const position = (name: string) => `$${names.indexOf(name) + 1}`
  let text: string
  try {
    text = bound(query, names, one.code, position)
  } catch (error) {
    return { refused: `not PostgreSQL: ${(error as Error).message}` }
  }
  const checked = checkStatement(text)
  if ('refused' in checked) {
    const stray = strayParameter(text, () => false)
    return {
      refused: stray ? `it uses :${stray}, which proof.yaml does not declare for ${query.name}` : checked.refused,
    }
  }
  // A function of the schema may write what the statement does not say; what is pasted together may call any of them.
  const calls = checked.mayCallAny ? database.writers : checked.calls
  if ([...calls].some(name => database.writers.has(name))) checked.readsOnly = false
  if (checked.deciding.length > 0) {
    const deciding = checked.deciding.join(', ')
    return {
      refused: `not the same each time: ${deciding} decides which rows come, and its value is another at every run`,
    }
  }
  const wrapped = { database, query, number, text, ...checked, wantsKeys: one.label === 'good' }
  const types = names.map(name => typeOf(database, query, name))
  const prepare = (sql: string) => `prepare case_${number}${types.length > 0 ? `(${types.join(', ')})` : ''} as ${sql}`
  try {
    if (checked.kind === 'function') return await prepareFunction(wrapped, one, checked, prepare)
    const result = await describeResult(database, prepare(text), number)
    const whole = { ...wrapped, ...result }
    const inColumns = bound(query, names, one.code, callColumn)
    const isQuick = await prepareMany(whole, checked, inColumns)
    return { prepared: preparedCase(wrapped, one, isQuick), statement: checked, result }
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    await database.session.run(`rollback; set search_path = ${SEARCH_PATH}`)
    const { message, sqlState } = error
    return { refused: `PostgreSQL does not accept it: ${message} (${sqlState})`, sqlState }
  }
}

async function prepareFunction(
  wrapped: Omit<Wrapped, 'isHashable'> & { readsOnly: boolean },
  one: CaseToProve,
  checked: Statement,
  prepare: (sql: string) => string,
): Promise<ReadyCase | Refusal> {
  const { database, query, number } = wrapped
  // Each case has its own function, in a schema of its own: a table in it would stand in for one that a rule asks about.
  const text = wrapped.text.replace(/(\bfunction\s+)public\s*\.\s*/i, '$1')
  if (query.call === undefined)
    return { refused: `it creates a function, and ${query.name} has no "call" in proof.yaml that says how to call it` }
  const name = `proof_case_${number}`
  const schema = identifier(name)
  await database.session.run(`begin; create schema ${schema}; grant usage, create on schema ${schema} to ${CALLER_ROLE};
      set local role ${CALLER_ROLE}; set local search_path = ${schema}, ${SEARCH_PATH};\n${text}\n;\nreset role;
      revoke create on schema ${schema} from ${CALLER_ROLE}; commit`)
  const names = parameterNames(database.plan, query)
  const unqualified = query.call.replace(/\bpublic\.(?=\w+\s*\()/gi, '')
  const call = bound(query, names, unqualified, name => `$${names.indexOf(name) + 1}`)
  const result = await describeResult(database, `set search_path = ${schema}, ${SEARCH_PATH}; ${prepare(call)}`, number)
  const whole = { ...wrapped, ...result, text: call }
  const calling = checkStatement(call)
  const readsOnly = checked.readsOnly && 'readsOnly' in calling && calling.readsOnly
  await database.session.run(wrapperSql(whole, readsOnly))
  await database.session.run(`set search_path = ${SEARCH_PATH}`)
  const statement = { ...checked, readsOnly }
  return { prepared: { ...preparedCase({ ...wrapped, readsOnly }, one, false), schema: name }, statement, result }
}

interface ResultShape {
  /** It has arrays or JSON, or text that may be JSON. */
  mayNest: boolean
  isHashable: boolean
}

/** Prepares the case and says what its result is like. */
async function describeResult({ session }: TestDatabase, prepare: string, number: number): Promise<ResultShape> {
  const results = await session.run(`${prepare}\n;
    select coalesce(bool_or(t.typname ~ '^_|json|text|record'), false), coalesce(bool_and(coalesce(e.typtype, t.typtype) = 'e'
      or coalesce(e.typname, t.typname) in (${HASHABLE.map(name => `'${name}'`).join(', ')})), true)
    from pg_prepared_statements p, unnest(p.result_types) r
    join pg_type t on t.oid = r left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
    where p.name = 'case_${number}'`)
  const [mayNest, isHashable] = results.at(-1)?.rows[0] ?? []
  return { mayNest: mayNest === 't', isHashable: isHashable === 't' }
}

/** Whether the quick way can be taken: with the parameters as columns, a few statements cannot be written. */
async function prepareMany(
  wrapped: Wrapped,
  { readsOnly, hasSubquery }: Statement,
  inColumns: string,
): Promise<boolean> {
  const { session } = wrapped.database
  if (readsOnly) {
    try {
      await session.run(`${quickSql(wrapped, inColumns)};\n${wrapperSql(wrapped, true)}`)
      return !hasSubquery || !(await hasSharedHash(wrapped.database, quickPlanSql(wrapped)))
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
    }
  }
  await session.run(wrapperSql(wrapped, false))
  return false
}

/**
 * Whether one hashed subquery may be asked in two places of a plan, as PostgreSQL plans a guard over two tables that narrows
 * one of them beforehand. With many calls in one statement, one of the places would go on with the hash of an earlier call.
 */
async function hasSharedHash({ session }: TestDatabase, plan: string): Promise<boolean> {
  try {
    const [result] = await session.run(plan)
    const hashed = (result?.rows ?? []).flatMap(([line]) => line?.match(/\bhashed SubPlan \d+/g) ?? [])
    return new Set(hashed).size < hashed.length
  } catch (error) {
    // What cannot be planned is not known to be safe: the slow way is always right.
    if (error instanceof DatabaseError) return true
    throw error
  }
}

const HASHABLE = [
  ...[
    'bool',
    'int2',
    'int4',
    'int8',
    'numeric',
    'float4',
    'float8',
    'uuid',
    'text',
    'varchar',
    'bpchar',
    'name',
    'bytea',
  ],
  ...['date', 'timestamp', 'timestamptz', 'time', 'interval', 'jsonb'],
]

function preparedCase(
  { database, query, number, readsOnly }: Pick<Wrapped, 'database' | 'query' | 'number'> & { readsOnly: boolean },
  { code }: CaseToProve,
  isQuick: boolean,
): PreparedCase {
  const many = { any: `many_${number}`, ...(isQuick ? { quick: `quick_${number}` } : {}) }
  return { database, query, code, statement: `case_${number}`, many, readsOnly, noisyFor: new WeakSet() }
}

/** The text with the parameters of the query written as `write` says, without what ends it. */
function bound(query: QueryPlan, names: string[], sql: string, write: (name: string) => string): string {
  const known = (name: string | undefined) => (name !== undefined && names.includes(name) ? write(name) : undefined)
  // In what a function is made of, `$1` is its own first argument.
  return bindParameters(sql, known, nth => (CREATES.test(sql) ? undefined : known(query.order[nth - 1])))
    .trim()
    .replace(/;\s*$/, '')
}
