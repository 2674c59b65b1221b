// Makes a SQL case ready to be called: prepares its statement, or creates its function, and prepares the statements for
// many calls.

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

/** A prepared case, with what is known of its statement and of its result. */
export interface ReadyCase {
  prepared: PreparedCase
  statement: Statement
  result: ResultShape
}

/** A CREATE statement, after any comments. */
const CREATES = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*create\b/i

/** Makes the case ready to be called, or says why it is not run. `number` is another for each case of a proof run. */
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
    text = bindNames(query, names, one.code, position)
  } catch (error) {
    return { refused: `the code is not PostgreSQL: ${(error as Error).message}` }
  }
  const checked = checkStatement(text)
  if ('refused' in checked) {
    const stray = strayParameter(text, () => false)
    return {
      refused: stray ? `the case uses :${stray}, which proof.yaml does not declare for ${query.name}` : checked.refused,
    }
  }
  // A statement may write by calling a function of the schema. A function that executes text may call any of them.
  const calls = checked.mayCallAny ? database.writers : checked.calls
  if ([...calls].some(name => database.writers.has(name))) checked.readsOnly = false
  if (checked.deciding.length > 0) {
    const deciding = checked.deciding.join(', ')
    return {
      refused: `not the same each time: ${deciding} decides which rows come, and gives another value at each run`,
    }
  }
  const wrapped = { database, query, number, text, ...checked, wantsKeys: one.label === 'good' }
  const types = names.map(name => typeOf(database, query, name))
  const prepare = (sql: string) => `prepare case_${number}${types.length > 0 ? `(${types.join(', ')})` : ''} as ${sql}`
  try {
    if (checked.kind === 'function') return await prepareFunction(wrapped, one, checked, prepare)
    const result = await describeResult(database, prepare(text), number)
    const whole = { ...wrapped, ...result }
    const inColumns = bindNames(query, names, one.code, callColumn)
    const isQuick = await prepareMany(whole, checked, inColumns)
    return { prepared: preparedCase(wrapped, one, isQuick), statement: checked, result }
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    await database.session.run(`rollback; set search_path = ${SEARCH_PATH}`)
    const { message, sqlState } = error
    return { refused: `PostgreSQL does not accept the case: ${message} (${sqlState})`, sqlState }
  }
}

async function prepareFunction(
  wrapped: Omit<Wrapped, 'isHashable'> & { readsOnly: boolean },
  one: CaseToProve,
  checked: Statement,
  prepare: (sql: string) => string,
): Promise<ReadyCase | Refusal> {
  const { database, query, number } = wrapped
  // Each case has its function in a schema of its own, in which the caller may create nothing later: a table there
  // would stand in for a table that a condition names.
  const text = wrapped.text.replace(/(\bfunction\s+)public\s*\.\s*/i, '$1')
  if (query.call === undefined)
    return {
      refused: `the case creates a function, and ${query.name} has no "call" in proof.yaml that says how to call the function`,
    }
  const name = `proof_case_${number}`
  const schema = identifier(name)
  await database.session.run(`begin; create schema ${schema}; grant usage, create on schema ${schema} to ${CALLER_ROLE};
      set local role ${CALLER_ROLE}; set local search_path = ${schema}, ${SEARCH_PATH};\n${text}\n;\nreset role;
      revoke create on schema ${schema} from ${CALLER_ROLE}; commit`)
  const names = parameterNames(database.plan, query)
  const unqualified = query.call.replace(/\bpublic\.(?=\w+\s*\()/gi, '')
  const call = bindNames(query, names, unqualified, name => `$${names.indexOf(name) + 1}`)
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
  /** The result has arrays or JSON, or text that may be JSON. */
  mayNest: boolean
  /** All its types can be hashed. */
  isHashable: boolean
}

/** Prepares the case and describes its result. */
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
  return { database, query, code, statement: `case_${number}`, many, readsOnly, answeredContexts: new WeakSet() }
}

/** The SQL with each parameter of the query written by `write`, without the semicolon at its end. */
function bindNames(query: QueryPlan, names: string[], sql: string, write: (name: string) => string): string {
  const known = (name: string | undefined) => (name !== undefined && names.includes(name) ? write(name) : undefined)
  // In the definition of a function, `$1` is the function's own first argument.
  return bindParameters(sql, known, nth => (CREATES.test(sql) ? undefined : known(query.order[nth - 1])))
    .trim()
    .replace(/;\s*$/, '')
}
