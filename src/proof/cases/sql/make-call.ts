// Makes one call of a case in the transaction that is open and keeps all that it gave. Many calls: see print-calls.ts.

import { typeOf } from '../../database/parameter-types.ts'
import { addDeadRows, CALLER, SEARCH_PATH, type TestDatabase } from '../../database/test-database.ts'
import type { Parameters } from '../../inputs/call-plan.ts'
import type { ProofPlan, QueryPlan, Value } from '../../plan/plan.ts'
import { DatabaseError, EngineError, type TextResult } from '../../postgres/session.ts'
import { identifier, literal } from '../../sql/sql-text.ts'

/** A case that is ready to be called. */
export interface PreparedCase {
  path: string
  /** The prepared statement. */
  statement: string
  /** The schema of the function that the case creates. */
  schema?: string
  /** The prepared statements that make many calls at once; `quick` where the case only reads. */
  many: { quick?: string; any: string }
  isReading: boolean
  isOrdered: boolean
  /** It asks for an order that does not say of all rows which comes first. */
  hasTies?: boolean
  /** Its result has arrays or JSON, or text that may be JSON: rows alone do not say how much came. */
  isNested: boolean
  /** A part of it is limited, not only the whole. */
  hasInnerLimit: boolean
  volatile: string[]
  /** One row comes back even where there is nothing to say. */
  isOneRow?: boolean
  /** Contexts of callers to whom it returns, changes or breaks something. */
  noisyFor: WeakSet<object>
}

export interface Change {
  table: string
  operation: 'INSERT' | 'UPDATE' | 'DELETE'
  /** JSON text as PostgreSQL prints it. */
  old: string | null
  new: string | null
}

/** What a caller got. */
export interface Outcome {
  error?: { sqlState: string; message: string }
  columns: string[]
  rows: (string | null)[][]
  affected: number
  changes: Change[]
  /** Values that the database made up in this call: another each time. */
  generated: string[]
}

export interface Caller {
  database: TestDatabase
  query: QueryPlan
  context: Record<string, Value>
}

/** Back to the world as it was built: `inWorld` makes the savepoint. */
export const UNDO = 'rollback to savepoint one_call'
const NOTHING: Outcome = { columns: [], rows: [], affected: 0, changes: [], generated: [] }
export const LOG = 'select tbl, op, old::text, new::text from proof.log order by seq'

/** `inspect` looks at the state right after the call, before it is undone. */
export async function makeCall(
  caller: Caller,
  one: PreparedCase,
  call: Parameters,
  inspect?: (outcome: Outcome) => Promise<void>,
): Promise<Outcome> {
  const { session } = caller.database
  let outcome: Outcome
  try {
    outcome = (await callAndAsk(caller, one, call, [], inspect ? [] : [UNDO])).outcome
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    await session.run(UNDO)
    return { ...NOTHING, error: { sqlState: error.sqlState, message: error.message } }
  }
  // An error in here is none of the call's: nobody may take it for one.
  if (inspect) {
    await inspect(outcome)
    await session.run(UNDO)
  }
  return outcome
}

/** A call and questions about the state right after it, in one trip. @throws {DatabaseError} by any of them. */
export async function callAndAsk(
  caller: Caller,
  one: PreparedCase,
  call: Parameters,
  questions: string[],
  undo = [UNDO],
): Promise<{ outcome: Outcome; answers: (string | null)[][][] }> {
  const before = beginCase(one)
  const statements = [...before, executeSql(caller, one, call), ...guard(one), 'reset role', LOG]
  const results = await caller.database.session.run([...statements, ...questions, ...undo].join(';\n'))
  const outcome = outcomeOf(results[before.length], one)
  outcome.changes = (results[statements.length - 1]?.rows ?? []).map(readChange)
  noteDeadRows(caller.database, outcome.changes)
  outcome.generated = generatedValues(caller, outcome.changes, call)
  const answers = results.slice(statements.length, statements.length + questions.length).map(({ rows }) => rows)
  return { outcome, answers }
}

export function noteDeadRows(database: TestDatabase, changes: Change[]): void {
  for (const { table } of changes) addDeadRows(database, table, 1)
  if (changes.length > 0) addDeadRows(database, 'proof.log', changes.length)
}

/** The caller's role, and the way to the function that the case creates. */
export function beginCase({ schema }: PreparedCase): string[] {
  const path = schema === undefined ? [] : [`set local search_path = ${identifier(schema)}, ${SEARCH_PATH}`]
  return [`set local role ${CALLER}`, ...path]
}

/** A function can run any text, `SET ROLE` too: then what it showed was not seen with a caller's eyes. */
function guard({ schema }: PreparedCase): string[] {
  if (schema === undefined) return []
  return [`do $$ begin if current_user <> '${CALLER}' then raise exception 'it changed its role'; end if; end $$`]
}

export function executeSql(
  { database, query, context }: Caller,
  { statement }: PreparedCase,
  call: Parameters,
): string {
  const values = { ...call, ...context }
  const names = parameterNames(database.plan, query)
  if (names.length === 0) return `execute ${statement}`
  return `execute ${statement}(${names.map(name => literal(values[name] ?? null, typeOf(database, query, name))).join(', ')})`
}

/** What `$1`, `$2`, … of a prepared case are: the trusted parameters, then the client's. */
export function parameterNames(plan: ProofPlan, query: QueryPlan): string[] {
  return [...Object.keys(plan.context), ...query.parameters.map(({ name }) => name)]
}

function outcomeOf(result: TextResult | undefined, { isReading }: PreparedCase): Outcome {
  if (!result) throw new EngineError('the database broke down: it does not answer')
  return { ...NOTHING, ...result, affected: isReading ? 0 : result.affected }
}

export function readChange([table, operation, old, next]: (string | null)[]): Change {
  return { table: table ?? '', operation: operation as Change['operation'], old: old ?? null, new: next ?? null }
}

/** What the database filled in by itself, as it may stand in a row or in a change. */
export function generatedValues(
  { database, context }: Pick<Caller, 'database' | 'context'>,
  changes: Change[],
  call: Parameters,
): string[] {
  const given = new Set([...Object.values(call), ...Object.values(context)].map(value => normal(value)))
  const values = changes.flatMap(change => {
    const table = database.tables.get(change.table)
    const isInsert = change.operation === 'INSERT'
    const columns = table?.columns.filter(({ isGenerated }) => table.isTriggered || (isInsert && isGenerated)) ?? []
    if (columns.length === 0 || change.new === null) return []
    const row: Record<string, unknown> = JSON.parse(change.new)
    return columns.flatMap(({ name, isGenerated, baseType }) => {
      const value = row[name]
      if (value === null || value === undefined || given.has(normal(String(value)))) return []
      // A trigger of the schema may write the time into any column, on updates too.
      if (!(isInsert && isGenerated) && !(/^timestamp/.test(baseType) && isOfToday(database, String(value)))) return []
      // JSON writes a time in one way, a returned row in another.
      return [
        String(value),
        String(value)
          .replace('T', ' ')
          .replace(/([+-]\d\d):00$/, '$1'),
      ]
    })
  })
  return [...new Set(values)]
}

const HOUR_MS = 3_600_000

/** Whether it is a time of the database's clock: seeds have times of their own, and no proof takes an hour. */
function isOfToday({ openedAt }: TestDatabase, value: string): boolean {
  const since = Date.parse(/[+-]\d\d:\d\d$/.test(value) ? value : `${value}Z`) - openedAt
  return since >= 0 && since < HOUR_MS
}

/** A time is the same time however it is written. */
function normal(value: Value): string {
  const time = value !== null && /^\d{4}-\d\d-\d\d[T ]/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? (value ?? '') : String(time)
}

/** In what two worlds may differ, or may not. */
export interface Comparison {
  /** Columns of changes that are hidden themselves and so differ of necessity. */
  ignored: ReadonlySet<string>
  /** What an error says must be the same too, not only its SQLSTATE. */
  withWords?: boolean
}

/**
 * What two worlds are compared by: the rows (a multiset, unless the statement orders them), the affected count, the
 * SQLSTATE and the changes, without values that the database makes up.
 */
export function signature(outcome: Outcome, isOrdered: boolean, { ignored, withWords }: Comparison): string {
  if (outcome.error) return errorText(outcome.error.sqlState, withWords ? outcome.error.message : '')
  const mask = masker(outcome.generated)
  const rows = outcome.rows.map(row => JSON.stringify(row.map(mask)))
  if (!isOrdered) rows.sort()
  return `${rows.join('\n')}|${outcome.affected}|${changesText(outcome.changes, mask, ignored)}`
}

export function errorText(sqlState: string, words: string): string {
  return `error ${sqlState} ${words}`
}

export function changesText(
  changes: Change[],
  mask: (cell: string | null) => string | null,
  ignored: ReadonlySet<string>,
): string {
  function project(image: string | null, table: string): unknown {
    if (image === null) return null
    const row: Record<string, unknown> = JSON.parse(image)
    return Object.entries(row)
      .filter(([name]) => !ignored.has(`${table}.${name}`))
      .map(([name, value]) => [name, typeof value === 'string' ? mask(value) : mask(JSON.stringify(value))])
  }
  const lines = changes.map(change =>
    JSON.stringify([
      change.table,
      change.operation,
      ...[change.old, change.new].map(image => project(image, change.table)),
    ]),
  )
  return lines.sort().join('\n')
}

export function masker(generated: string[]): (cell: string | null) => string | null {
  if (generated.length === 0) return cell => cell
  const long = generated.filter(value => value.length >= 8)
  return cell => {
    if (cell === null) return null
    if (generated.includes(cell)) return '(generated)'
    return long.reduce((text, value) => text.replaceAll(value, '(generated)'), cell)
  }
}
