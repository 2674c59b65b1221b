// Makes the calls of a case in the transaction that is open, each as if it were the only one.

import type { Parameters } from './calls.ts'
import { CALLER, type Laboratory } from './laboratory.ts'
import type { ProofPlan, QueryPlan, Value } from './plan.ts'
import { DatabaseError, type TextResult } from './session.ts'
import { identifier, literal } from './sql-text.ts'

/** A case that is ready to be called. */
export interface PreparedCase {
  path: string
  /** The prepared statement. */
  statement: string
  /** The schema of the function that the case creates. */
  schema?: string
  isReading: boolean
  isOrdered: boolean
  volatile: string[]
}

export interface Change {
  seq: number
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

/** Looks at the state right after a call that changed or returned something, before it is undone. */
export type Inspect = (outcome: Outcome, parameters: Parameters) => Promise<void>

const UNDO = 'rollback to savepoint one_call; release savepoint one_call'
const CHUNK = 24
const NOTHING: Outcome = { columns: [], rows: [], affected: 0, changes: [], generated: [] }
const LOG = 'select seq, tbl, op, old::text, new::text from proof.log order by seq'

export interface Caller {
  laboratory: Laboratory
  query: QueryPlan
  context: Record<string, Value>
}

/** The outcomes in the order of the calls. Calls that change nothing are made many at a time: none can see another. */
export async function runCalls(
  caller: Caller,
  one: PreparedCase,
  calls: Parameters[],
  inspect?: Inspect,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let start = 0; start < calls.length; start += CHUNK) {
    outcomes.push(...(await runChunk(caller, one, calls.slice(start, start + CHUNK), inspect)))
  }
  return outcomes
}

async function runChunk(caller: Caller, one: PreparedCase, calls: Parameters[], inspect?: Inspect): Promise<Outcome[]> {
  if (calls.length > 1) {
    const together = await runTogether(caller, one, calls)
    if (together) {
      if (inspect) for (const [index, outcome] of together.entries()) await inspect(outcome, calls[index] ?? {})
      return together
    }
    if (calls.length > 4) {
      const middle = calls.length >> 1
      return [
        ...(await runChunk(caller, one, calls.slice(0, middle), inspect)),
        ...(await runChunk(caller, one, calls.slice(middle), inspect)),
      ]
    }
  }
  const outcomes: Outcome[] = []
  for (const call of calls) outcomes.push(await runAlone(caller, one, call, inspect))
  return outcomes
}

/** Undefined when one of them failed or changed something: then each must be made alone. */
async function runTogether(caller: Caller, one: PreparedCase, calls: Parameters[]): Promise<Outcome[] | undefined> {
  const { session } = caller.laboratory
  const executes = calls.map(call => executeSql(caller, one, call))
  const log = one.isReading ? [] : [LOG]
  try {
    const results = await session.run([begin(one), ...executes, ...log].join(';\n'))
    const answers = results.slice(beginLength(one), beginLength(one) + calls.length)
    const isChanged = !one.isReading && (results.at(-1)?.rows.length ?? 0) > 0
    await session.run(UNDO)
    return isChanged ? undefined : answers.map(outcomeOf)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    await session.run(UNDO)
    return undefined
  }
}

async function runAlone(caller: Caller, one: PreparedCase, call: Parameters, inspect?: Inspect): Promise<Outcome> {
  const { session } = caller.laboratory
  try {
    const results = await session.run([begin(one), executeSql(caller, one, call), 'reset role', LOG].join(';\n'))
    const outcome = outcomeOf(results[beginLength(one)])
    outcome.changes = (results.at(-1)?.rows ?? []).map(readChange)
    outcome.generated = generatedValues(caller, outcome.changes, call)
    if (inspect) await inspect(outcome, call)
    await session.run(UNDO)
    return outcome
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    await session.run(UNDO)
    return { ...NOTHING, error: { sqlState: error.sqlState, message: error.message } }
  }
}

function begin({ schema }: PreparedCase): string {
  const path = schema === undefined ? '' : `;\nset local search_path = ${identifier(schema)}, public`
  return `savepoint one_call;\nset local role ${CALLER}${path}`
}

/** How many results `begin` brings. */
function beginLength({ schema }: PreparedCase): number {
  return schema === undefined ? 2 : 3
}

function executeSql({ laboratory, query, context }: Caller, { statement }: PreparedCase, call: Parameters): string {
  const values = { ...call, ...context }
  const names = parameterNames(laboratory.plan, query)
  if (names.length === 0) return `execute ${statement}`
  return `execute ${statement}(${names.map(name => literal(values[name] ?? null, laboratory.types[name] ?? 'text')).join(', ')})`
}

/** What `$1`, `$2`, … of a prepared case are: the trusted parameters, then the client's. */
export function parameterNames(plan: ProofPlan, query: QueryPlan): string[] {
  return [...Object.keys(plan.context), ...query.parameters.map(({ name }) => name)]
}

function outcomeOf(result: TextResult | undefined): Outcome {
  return result ? { ...NOTHING, ...result } : NOTHING
}

function readChange([seq, table, operation, old, next]: (string | null)[]): Change {
  return {
    seq: Number(seq),
    table: table ?? '',
    operation: operation as Change['operation'],
    old: old ?? null,
    new: next ?? null,
  }
}

function generatedValues({ laboratory, context }: Caller, changes: Change[], call: Parameters): string[] {
  const given = new Set([...Object.values(call), ...Object.values(context)].map(value => normal(value)))
  const values = changes.flatMap(change => {
    if (change.operation !== 'INSERT' || change.new === null) return []
    const row: Record<string, unknown> = JSON.parse(change.new)
    const columns = laboratory.tables.get(change.table)?.columns.filter(({ isGenerated }) => isGenerated) ?? []
    return columns.flatMap(({ name }) => {
      const value = row[name]
      if (value === null || value === undefined || given.has(normal(String(value)))) return []
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

/** A time is the same time however it is written. */
function normal(value: Value): string {
  const time = value !== null && /^\d{4}-\d\d-\d\d[T ]/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? (value ?? '') : String(time)
}

/**
 * What two worlds are compared by: the rows (a multiset, unless the statement orders them), the affected count, the
 * SQLSTATE and the changes, without values that the database makes up and without the columns in `ignored`.
 */
export function signature(outcome: Outcome, isOrdered: boolean, ignored: ReadonlySet<string> = new Set()): string {
  if (outcome.error) return `error ${outcome.error.sqlState}`
  const mask = masker(outcome.generated)
  const rows = outcome.rows.map(row => JSON.stringify(row.map(mask)))
  if (!isOrdered) rows.sort()
  const changes = outcome.changes.map(change =>
    JSON.stringify([
      change.table,
      change.operation,
      ...[change.old, change.new].map(image => project(image, change.table)),
    ]),
  )
  function project(image: string | null, table: string): unknown {
    if (image === null) return null
    const row: Record<string, unknown> = JSON.parse(image)
    return Object.entries(row)
      .filter(([name]) => !ignored.has(`${table}.${name}`))
      .map(([name, value]) => [name, typeof value === 'string' ? mask(value) : mask(JSON.stringify(value))])
  }
  return `${rows.join('\n')}|${outcome.affected}|${changes.sort().join('\n')}`
}

function masker(generated: string[]): (cell: string | null) => string | null {
  if (generated.length === 0) return cell => cell
  const long = generated.filter(value => value.length >= 8)
  return cell => {
    if (cell === null) return null
    if (generated.includes(cell)) return '(generated)'
    return long.reduce((text, value) => text.replaceAll(value, '(generated)'), cell)
  }
}
