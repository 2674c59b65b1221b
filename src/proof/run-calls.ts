// Makes the calls of a case in the transaction that is open, each as if it were the only one.

import type { Parameters } from './calls.ts'
import { CALLER, type Laboratory, typeOf } from './laboratory.ts'
import type { ProofPlan, QueryPlan, Value } from './plan.ts'
import { DatabaseError, EngineError, type TextResult } from './session.ts'
import { identifier, literal, quoted } from './sql-text.ts'

/** A case that is ready to be called. */
export interface PreparedCase {
  path: string
  /** The prepared statement. */
  statement: string
  /** The schema of the function that the case creates. */
  schema?: string
  /** The prepared statement that makes many calls at once, where the case only reads. */
  many?: string
  isReading: boolean
  isOrdered: boolean
  volatile: string[]
  /** Calls that failed or changed something: not worth trying together with others again. */
  loud: Set<string>
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
const LARGE_CHUNK = 120
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
  const outcomes: Outcome[] = Array.from({ length: calls.length }, () => NOTHING)
  const indexes = calls.map((_, index) => index)
  const isLoud = (index: number) =>
    one.loud.has(JSON.stringify(calls[index])) || one.loud.has(loudKey(caller, calls[index] ?? {}))
  const quiet = indexes.filter(index => !isLoud(index))
  const size = one.many === undefined ? CHUNK : LARGE_CHUNK
  const run = async (some: number[]): Promise<void> => {
    const chosen = some.map(index => calls[index] ?? {})
    const together = some.length > 1 ? await runTogether(caller, one, chosen) : undefined
    if (together) {
      for (const [at, index] of some.entries()) {
        const outcome = together[at] ?? NOTHING
        outcomes[index] = outcome
        if (inspect) await inspect(outcome, calls[index] ?? {})
      }
    } else if (some.length > 3) {
      await run(some.slice(0, some.length >> 1))
      await run(some.slice(some.length >> 1))
    } else {
      for (const index of some) {
        const outcome = await runAlone(caller, one, calls[index] ?? {}, inspect)
        outcomes[index] = outcome
        // What fails for one caller most often fails for all: a page size that makes no sense.
        if (outcome.error) one.loud.add(JSON.stringify(calls[index]))
        else if (outcome.changes.length > 0) one.loud.add(loudKey(caller, calls[index] ?? {}))
      }
    }
  }
  for (let start = 0; start < quiet.length; start += size) await run(quiet.slice(start, start + size))
  for (const index of indexes.filter(isLoud)) {
    if (outcomes[index] === NOTHING) outcomes[index] = await runAlone(caller, one, calls[index] ?? {}, inspect)
  }
  return outcomes
}

function loudKey({ context }: Caller, call: Parameters): string {
  return JSON.stringify([Object.values(context), Object.values(call)])
}

/** Undefined when one of them failed or changed something: then each must be made alone. */
async function runTogether(caller: Caller, one: PreparedCase, calls: Parameters[]): Promise<Outcome[] | undefined> {
  const { session } = caller.laboratory
  const executes =
    one.many === undefined
      ? calls.map(call => executeSql(caller, one, call))
      : [executeManySql(caller, one.many, calls)]
  const log = one.isReading ? [] : [LOG]
  try {
    const results = await session.run([begin(one), ...executes, ...guard(one), ...log, UNDO].join(';\n'))
    const answers = results.slice(beginLength(one), beginLength(one) + executes.length)
    if (answers.length < executes.length) throw new EngineError('the database broke down: it does not answer')
    const isChanged =
      !one.isReading && (results[beginLength(one) + executes.length + guard(one).length]?.rows.length ?? 0) > 0
    if (isChanged) return undefined
    return one.many === undefined
      ? answers.map(answer => outcomeOf(answer, one))
      : splitOutcomes(answers[0], calls.length)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    await session.run(UNDO)
    return undefined
  }
}

/** The first column says which call a row answers. */
function splitOutcomes(answer: TextResult | undefined, count: number): Outcome[] {
  const columns = answer?.columns.slice(1) ?? []
  const outcomes = Array.from({ length: count }, () => ({ ...NOTHING, columns, rows: [] as (string | null)[][] }))
  for (const [nth, ...row] of answer?.rows ?? []) outcomes[Number(nth) - 1]?.rows.push(row)
  return outcomes
}

async function runAlone(caller: Caller, one: PreparedCase, call: Parameters, inspect?: Inspect): Promise<Outcome> {
  const { session } = caller.laboratory
  try {
    const results = await session.run(
      [begin(one), executeSql(caller, one, call), ...guard(one), 'reset role', LOG, ...(inspect ? [] : [UNDO])].join(
        ';\n',
      ),
    )
    const outcome = outcomeOf(results[beginLength(one)], one)
    outcome.changes = (results[beginLength(one) + guard(one).length + 2]?.rows ?? []).map(readChange)
    outcome.generated = generatedValues(caller, outcome.changes, call)
    if (inspect) {
      await inspect(outcome, call)
      await session.run(UNDO)
    }
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

/** A function can run any text, `SET ROLE` too: then what it showed was not seen with a caller's eyes. */
function guard({ schema }: PreparedCase): string[] {
  if (schema === undefined) return []
  return [`do $$ begin if current_user <> '${CALLER}' then raise exception 'it changed its role'; end if; end $$`]
}

/** How many results `begin` brings. */
function beginLength({ schema }: PreparedCase): number {
  return schema === undefined ? 2 : 3
}

function executeSql({ laboratory, query, context }: Caller, { statement }: PreparedCase, call: Parameters): string {
  const values = { ...call, ...context }
  const names = parameterNames(laboratory.plan, query)
  if (names.length === 0) return `execute ${statement}`
  return `execute ${statement}(${names.map(name => literal(values[name] ?? null, typeOf(laboratory, query, name))).join(', ')})`
}

/** An array for each parameter, with the values of all calls. */
function executeManySql({ laboratory, query, context }: Caller, statement: string, calls: Parameters[]): string {
  const arrays = parameterNames(laboratory.plan, query).map(name => {
    const values = calls.map(call => ({ ...call, ...context })[name] ?? null)
    const items = values.map(value => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`))
    return `${quoted(`{${items.join(',')}}`)}::${typeOf(laboratory, query, name)}[]`
  })
  return `execute ${statement}(${arrays.join(', ')})`
}

/** What `$1`, `$2`, … of a prepared case are: the trusted parameters, then the client's. */
export function parameterNames(plan: ProofPlan, query: QueryPlan): string[] {
  return [...Object.keys(plan.context), ...query.parameters.map(({ name }) => name)]
}

function outcomeOf(result: TextResult | undefined, { isReading }: PreparedCase): Outcome {
  if (!result) throw new EngineError('the database broke down: it does not answer')
  return { ...NOTHING, ...result, affected: isReading ? 0 : result.affected }
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
