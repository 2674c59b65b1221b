// Makes many calls of a case in one statement, each as if it were the only one: a wrapper around the case takes back what
// it changed and catches its error. Of what a call gave, a print is kept: enough to see whether two worlds differ.

import { type TestDatabase, vacuumDeadRows } from '../../database/test-database.ts'
import type { Parameters } from '../../inputs/call-plan.ts'
import type { QueryPlan, Value } from '../../plan/plan.ts'
import { DatabaseError, EngineError, isBreakdown } from '../../postgres/session.ts'
import { quoted } from '../../sql/sql-text.ts'
import {
  beginCase,
  type Change,
  type Comparison,
  changesText,
  errorText,
  executeSql,
  generatedValues,
  LOG,
  masker,
  noteDeadRows,
  type PreparedCase,
  parameterNames,
  readChange,
  UNDO,
} from './make-call.ts'

export interface Call {
  context: Record<string, Value>
  parameters: Parameters
}

export interface Print {
  /** The SQLSTATE, and what was said with it. */
  error?: string
  message?: string
  /** Rows that came back, or were changed where none come back. */
  count: number
  /** The rows as a multiset, and in their order. */
  rows: string
  ordered: string
  /** The keys of the rows, where they are asked for. */
  keys: string
  changes: Change[]
  /** Values that the database made up. */
  generated: string[]
}

/** What two worlds are compared by, as `signature` of a whole outcome. */
export function printText(
  print: Print,
  isOrdered: boolean,
  { ignored, withWords }: Comparison = { ignored: new Set() },
): string {
  if (print.error !== undefined) return errorText(print.error, withWords ? (print.message ?? '') : '')
  const text = `${isOrdered ? print.ordered : print.rows}|${print.count}`
  return print.changes.length === 0 ? text : `${text}|${changesText(print.changes, masker(print.generated), ignored)}`
}

const FIRST_CHUNK = 60
const LARGEST_CHUNK = 400
/** A statement should be over long before the watchdog looks at it. */
const CHUNK_MS = 300

interface Manner {
  /** What goes before and after the calls: in the world that is open, or in a transaction of their own. */
  open: string[]
  close: string
  /** Most calls are attacks that come to nothing: this is tried first. */
  mayBeQuiet: boolean
}

const IN_WORLD: Manner = { open: [], close: UNDO, mayBeQuiet: true }
const IN_FRESH: Manner = { open: ['begin', 'savepoint one_call'], close: 'rollback', mayBeQuiet: true }
const AS_WORK: Manner = { ...IN_WORLD, mayBeQuiet: false }

/** As `printCalls`, in the database as it is: no transaction may be open. */
export async function printFresh(
  database: TestDatabase,
  query: QueryPlan,
  one: PreparedCase,
  calls: Call[],
): Promise<Print[]> {
  const prints = await printCalls(database, query, one, calls, IN_FRESH)
  await vacuumDeadRows(database)
  return prints
}

/** As `printCalls`, of calls that all should do something. */
export function printWork(
  database: TestDatabase,
  query: QueryPlan,
  one: PreparedCase,
  calls: Call[],
): Promise<Print[]> {
  return printCalls(database, query, one, calls, AS_WORK)
}

/** The prints in the order of the calls. */
export async function printCalls(
  database: TestDatabase,
  query: QueryPlan,
  one: PreparedCase,
  calls: Call[],
  manner = IN_WORLD,
): Promise<Print[]> {
  const prints: Print[] = []
  let size = FIRST_CHUNK
  while (prints.length < calls.length) {
    const next = calls.slice(prints.length, prints.length + size)
    const chunk = manner.mayBeQuiet && isWriting(one) ? ofOneCaller(next) : next
    const start = performance.now()
    prints.push(...(await printChunk(database, query, one, chunk, manner)))
    const perCall = (performance.now() - start) / chunk.length
    size = Math.max(1, Math.min(LARGEST_CHUNK, Math.floor(CHUNK_MS / perCall)))
  }
  return prints
}

async function printChunk(
  database: TestDatabase,
  query: QueryPlan,
  one: PreparedCase,
  calls: Call[],
  manner: Manner,
): Promise<Print[]> {
  const [context] = calls.map(call => call.context)
  if (context && manner.mayBeQuiet && isWriting(one) && !one.noisyFor.has(context)) {
    if (await areQuiet(database, query, one, calls, manner)) return calls.map(() => EMPTY)
    one.noisyFor.add(context)
  }
  const rows = await firstAnswer(database, query, one, calls, manner)
  if (typeof rows === 'string') {
    // What fails outside of the wrapper, such as a value that is none of its type, fails for all: each is tried alone.
    if (calls.length === 1) return [{ ...EMPTY, error: rows }]
    const half = calls.length >> 1
    const first = await printChunk(database, query, one, calls.slice(0, half), manner)
    return [...first, ...(await printChunk(database, query, one, calls.slice(half), manner))]
  }
  const byCall = new Map(rows.map(row => [Number(row[0]), row]))
  return calls.map((call, index) => {
    const row = byCall.get(index + 1)
    if (!row) throw new EngineError('the database broke down: it does not answer')
    return readPrint(database, call, row)
  })
}

function isWriting({ isReading, schema }: PreparedCase): boolean {
  return !isReading && schema === undefined
}

/** The calls of the first caller: who may write nothing at all is soon done with. */
function ofOneCaller(calls: Call[]): Call[] {
  const end = calls.findIndex(({ context }) => context !== calls[0]?.context)
  return end < 0 ? calls : calls.slice(0, end)
}

/** Whether none of the calls returns, changes or breaks anything: most attacks on a statement that writes end so. */
async function areQuiet(
  database: TestDatabase,
  query: QueryPlan,
  one: PreparedCase,
  calls: Call[],
  { open, close }: Manner,
): Promise<boolean> {
  const executes = calls.map(({ context, parameters }) => executeSql({ database, query, context }, one, parameters))
  try {
    const results = await database.session.run([...open, ...beginCase(one), ...executes, LOG, close].join(';\n'))
    return results.every(({ rows }) => rows.length === 0)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    await database.session.run(close)
    return false
  }
}

/** The quick way first; where one of the calls fails, the wrapper, which says which. The SQLSTATE when that fails too. */
async function firstAnswer(
  database: TestDatabase,
  query: QueryPlan,
  one: PreparedCase,
  calls: Call[],
  { open, close }: Manner,
): Promise<(string | null)[][] | string> {
  const values = calls.map(({ context, parameters }) => ({ ...parameters, ...context }))
  const names = parameterNames(database.plan, query)
  const arrays = names.map(name => quoted(arrayText(values.map(value => value[name] ?? null))))
  const before = [...open, ...beginCase(one)]
  let sqlState = ''
  for (const statement of [one.many.quick, one.many.any]) {
    if (statement === undefined) continue
    const execute = `execute ${statement}(${[calls.length, ...arrays].join(', ')})`
    try {
      const results = await database.session.run([...before, execute, close].join(';\n'))
      return results[before.length]?.rows ?? []
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      sqlState = error.sqlState
      await database.session.run(close)
    }
  }
  return sqlState
}

const EMPTY: Print = { count: 0, rows: '', ordered: '', keys: '', changes: [], generated: [] }

function readPrint(database: TestDatabase, { context, parameters }: Call, row: (string | null)[]): Print {
  const [, state, message, count, total, digest, keys, texts, log] = row
  if (state && isBreakdown(state)) throw new EngineError(`the database broke down: ${message} (${state})`)
  if (state) return { ...EMPTY, error: state, message: message ?? '' }
  const print = { ...EMPTY, count: Number(count), rows: total ?? '', ordered: digest ?? '', keys: keys ?? '' }
  // The same however it was found out.
  if (!log) return print.count === 0 ? EMPTY : print
  const changes: Change[] = (JSON.parse(log) as (string | null)[][]).map(readChange)
  noteDeadRows(database, changes)
  const generated = generatedValues({ database, context }, changes, parameters)
  const mask = masker(generated)
  const lines = (JSON.parse(texts ?? '[]') as string[]).map(mask)
  return { ...print, changes, generated, ordered: lines.join('\n'), rows: lines.toSorted().join('\n') }
}

/** An array of text as PostgreSQL reads it. */
function arrayText(values: Value[]): string {
  return `{${values.map(value => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`
}
