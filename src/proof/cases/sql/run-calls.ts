// Makes many calls of a case in one statement, each as if it were the only one: a wrapper around the case takes back what
// the call changed and catches its error. Of what a call gave, a digest is kept.

import type { TestDatabase } from '../../database/test-database.ts'
import type { Value } from '../../plan/plan.ts'
import { DatabaseError, EngineError, isBreakdown } from '../../postgres/session.ts'
import { quoted } from '../../sql/sql-text.ts'
import { UNDO } from '../../worlds/open-world.ts'
import { generatedValues } from '../generated-values.ts'
import type { Step } from '../kind.ts'
import { type Change, masker, type ResultDigest } from '../outcome.ts'
import { beginCase, CHANGES, executeSql, noteDeadRows, readChange } from './observe-call.ts'
import { type PreparedCase, parameterNames } from './prepared-case.ts'

const FIRST_CHUNK = 60
const LARGEST_CHUNK = 400
/** A statement should be over long before the watchdog looks at it. */
const CHUNK_MS = 300

const EMPTY: ResultDigest = { count: 0, rows: '', ordered: '', keys: '', changes: [], generated: [] }

/** The digests in the order of the calls. `areAttacks`: most come to nothing, which is tried first. */
export async function runCalls(one: PreparedCase, calls: Step[], areAttacks: boolean): Promise<ResultDigest[]> {
  const digests: ResultDigest[] = []
  const mayBeQuiet = areAttacks && !one.readsOnly && one.schema === undefined
  let size = FIRST_CHUNK
  while (digests.length < calls.length) {
    const next = calls.slice(digests.length, digests.length + size)
    const chunk = mayBeQuiet ? ofOneCaller(next) : next
    const start = performance.now()
    digests.push(...(await runChunk(one, chunk, mayBeQuiet)))
    const perCall = (performance.now() - start) / chunk.length
    size = Math.max(1, Math.min(LARGEST_CHUNK, Math.floor(CHUNK_MS / perCall)))
  }
  return digests
}

async function runChunk(one: PreparedCase, calls: Step[], mayBeQuiet: boolean): Promise<ResultDigest[]> {
  const [context] = calls.map(call => call.context)
  if (context && mayBeQuiet && !one.noisyFor.has(context)) {
    if (await areQuiet(one, calls)) return calls.map(() => EMPTY)
    one.noisyFor.add(context)
  }
  const rows = await firstAnswer(one, calls)
  if (typeof rows === 'string') {
    // What fails outside of the wrapper, such as a value that is none of its type, fails for all: each is tried alone.
    if (calls.length === 1) return [{ ...EMPTY, error: rows }]
    const half = calls.length >> 1
    const first = await runChunk(one, calls.slice(0, half), mayBeQuiet)
    return [...first, ...(await runChunk(one, calls.slice(half), mayBeQuiet))]
  }
  const byCall = new Map(rows.map(row => [Number(row[0]), row]))
  return calls.map((call, index) => {
    const row = byCall.get(index + 1)
    if (!row) throw new EngineError('the database broke down: it does not answer')
    return readDigest(one.database, call, row)
  })
}

/** The calls of the first caller: a caller who may write nothing at all is soon done with. */
function ofOneCaller(calls: Step[]): Step[] {
  const end = calls.findIndex(({ context }) => context !== calls[0]?.context)
  return end < 0 ? calls : calls.slice(0, end)
}

/** Whether none of the calls returns, changes or breaks anything: most attacks on a statement that writes end so. */
async function areQuiet(one: PreparedCase, calls: Step[]): Promise<boolean> {
  const { session } = one.database
  const executes = calls.map(call => executeSql(one, call))
  try {
    const results = await session.run([...beginCase(one), ...executes, CHANGES, UNDO].join(';\n'))
    return results.every(({ rows }) => rows.length === 0)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    await session.run(UNDO)
    return false
  }
}

/** The quick way first; where one of the calls fails, the wrapper, which says which. The SQLSTATE when that fails too. */
async function firstAnswer(one: PreparedCase, calls: Step[]): Promise<(string | null)[][] | string> {
  const { database, query } = one
  const values = calls.map(({ context, parameters }) => ({ ...parameters, ...context }))
  const names = parameterNames(database.plan, query)
  const arrays = names.map(name => quoted(arrayText(values.map(value => value[name] ?? null))))
  const before = beginCase(one)
  let sqlState = ''
  for (const statement of [one.many.quick, one.many.any]) {
    if (statement === undefined) continue
    const execute = `execute ${statement}(${[calls.length, ...arrays].join(', ')})`
    try {
      const results = await database.session.run([...before, execute, UNDO].join(';\n'))
      return results[before.length]?.rows ?? []
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      sqlState = error.sqlState
      await database.session.run(UNDO)
    }
  }
  return sqlState
}

function readDigest(database: TestDatabase, call: Step, row: (string | null)[]): ResultDigest {
  const [, state, message, count, total, ordered, keys, texts, log] = row
  if (state && isBreakdown(state)) throw new EngineError(`the database broke down: ${message} (${state})`)
  if (state) return { ...EMPTY, error: state, message: message ?? '' }
  const digest = { ...EMPTY, count: Number(count), rows: total ?? '', ordered: ordered ?? '', keys: keys ?? '' }
  // The same however it was found out.
  if (!log) return digest.count === 0 ? EMPTY : digest
  const changes: Change[] = (JSON.parse(log) as (string | null)[][]).map(readChange)
  noteDeadRows(database, changes)
  const generated = generatedValues(database, changes, call)
  const mask = masker(generated)
  const lines = (JSON.parse(texts ?? '[]') as string[]).map(mask)
  return { ...digest, changes, generated, ordered: lines.join('\n'), rows: lines.toSorted().join('\n') }
}

/** An array of text as PostgreSQL reads it. */
function arrayText(values: Value[]): string {
  return `{${values.map(value => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`
}
