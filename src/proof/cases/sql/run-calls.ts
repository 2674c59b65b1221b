// Makes many calls of a case in one statement, each as if it were the only one: a wrapper around the case undoes the
// changes of each call and catches its error. The result of a call is a digest.

import type { Value } from '../../plan/plan.ts'
import {
  contextText,
  DatabaseError,
  detailsText,
  EngineError,
  isRaised,
  toSessionError,
} from '../../postgres/session.ts'
import { quoted } from '../../sql/sql-text.ts'
import { UNDO } from '../../worlds/open-world.ts'
import { callKey, generatedValues, repeatedPlaces } from '../generated-values.ts'
import type { Step } from '../kind.ts'
import { type Change, masker, type ResultDigest } from '../outcome.ts'
import { beginCall, CHANGES, executeSql, noteDeadRows, noticesIn, readChange, toldDetails } from './observe-call.ts'
import { type PreparedCase, parameterNames } from './prepared-case.ts'
import { toldValues } from './told-values.ts'

const FIRST_CHUNK = 30
const LARGEST_CHUNK = 400
/** How long a statement should take: much less than the watchdog allows. */
const CHUNK_MS = 300

const EMPTY: ResultDigest = { returnedOrChanged: 0, rows: '', ordered: '', keys: '', changes: [], generated: [] }

/** The digests in the order of the calls. `areAttacks`: most calls give nothing, which is tried first. */
export async function runCalls(one: PreparedCase, calls: Step[], areAttacks: boolean): Promise<ResultDigest[]> {
  const digests: ResultDigest[] = []
  const triesEmptyFirst = areAttacks && !one.readsOnly && one.runner === undefined
  let size = FIRST_CHUNK
  while (digests.length < calls.length) {
    const next = calls.slice(digests.length, digests.length + size)
    const chunk = triesEmptyFirst ? callsOfFirstCaller(next) : next
    const start = performance.now()
    digests.push(...(await runChunk(one, chunk, triesEmptyFirst)))
    const perCall = (performance.now() - start) / chunk.length
    size = Math.max(1, Math.min(LARGEST_CHUNK, Math.floor(CHUNK_MS / perCall)))
  }
  return digests
}

async function runChunk(one: PreparedCase, calls: Step[], triesEmptyFirst: boolean): Promise<ResultDigest[]> {
  const [context] = calls.map(call => call.context)
  if (context && triesEmptyFirst && !one.answeredContexts.has(context)) {
    if (await areAllEmpty(one, calls)) return calls.map(() => EMPTY)
    one.answeredContexts.add(context)
  }
  const found = await executeMany(one, calls)
  if ('notices' in found && calls.length > 1) {
    // Notices do not say which call raised them.
    const digests: ResultDigest[] = []
    for (const call of calls) digests.push(...(await runChunk(one, [call], false)))
    return digests
  }
  if ('error' in found) {
    // An error outside of the wrapper, such as a value that is not of its type, fails all calls. They are halved until
    // the one that fails is alone.
    if (calls.length === 1) {
      const { told, ...failure } = found
      const [call] = calls
      const { message = '', details = '' } = failure
      // Such an error arises in no function of the case.
      const values = call ? toldValues(one, call, { message, details, context: '' }) : ''
      return [{ ...EMPTY, ...failure, values, ...(told ? { notices: told } : {}) }]
    }
    const half = calls.length >> 1
    const first = await runChunk(one, calls.slice(0, half), triesEmptyFirst)
    return [...first, ...(await runChunk(one, calls.slice(half), triesEmptyFirst))]
  }
  const byCall = rowsByCall(found)
  await noteRepeated(one, calls, byCall)
  const digests: ResultDigest[] = []
  for (const [index, call] of calls.entries()) {
    const row = byCall.get(index + 1)
    if (!row) throw new EngineError('the database broke down: it gave no result')
    const digest = readDigest(one, call, row)
    const unparsed = mayQuoteText(row) ? await unparsedText(one, call) : ''
    digests.push({
      ...digest,
      ...(unparsed === '' ? {} : { details: `${digest.details}|${unparsed}` }),
      ...(found.notices ? { notices: found.notices } : {}),
    })
  }
  return digests
}

/**
 * Whether the error may quote a text that PostgreSQL could not parse: it arose where PL/pgSQL runs text, and in no statement.
 * The wrapper cannot ask for this field of an error.
 */
function mayQuoteText([, state, , , , , , firstLine]: (string | null)[]): boolean {
  return Boolean(state) && /^PL\/pgSQL function .* at (?!RAISE|ASSERT)/.test(firstLine ?? '')
}

/** The text that the error of a call quotes, since PostgreSQL could not parse it. */
async function unparsedText(one: PreparedCase, call: Step): Promise<string> {
  const { session } = one.database
  try {
    await session.run([...beginCall(one), executeSql(one, call), UNDO].join(';\n'))
    return ''
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    await session.run(UNDO)
    return error.details.internalQuery ?? ''
  }
}

/** The first calls, up to another caller. All calls of a caller who may do nothing are then found empty at once. */
function callsOfFirstCaller(calls: Step[]): Step[] {
  const end = calls.findIndex(({ context }) => context !== calls[0]?.context)
  return end < 0 ? calls : calls.slice(0, end)
}

/** Whether none of the calls returns or changes anything, or fails: most attacks on a statement that writes end so. */
async function areAllEmpty(one: PreparedCase, calls: Step[]): Promise<boolean> {
  const { session } = one.database
  const executes = calls.map(call => executeSql(one, call))
  try {
    const results = await session.run([...beginCall(one), ...executes, CHANGES, UNDO].join(';\n'))
    return results.every(({ rows, notices }) => rows.length === 0 && notices === undefined)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    await session.run(UNDO)
    return false
  }
}

/**
 * The rows of digests, or the error that is outside of any call. The quick statement is tried first. It fails as a whole where one
 * of the calls fails; then the wrapper catches the errors call by call.
 */
async function executeMany(one: PreparedCase, calls: Step[]): Promise<Answered | Failed> {
  const { database, query } = one
  const values = calls.map(({ context, parameters }) => ({ ...parameters, ...context }))
  const names = parameterNames(database.plan, query)
  const arrays = names.map(name => quoted(arrayText(values.map(value => value[name] ?? null))))
  const before = beginCall(one)
  let failed: Failed = { error: '' }
  for (const statement of [one.many.quick, one.many.any]) {
    if (statement === undefined) continue
    const execute = `execute ${statement}(${[calls.length, ...arrays].join(', ')})`
    try {
      const results = await database.session.run([...before, execute, UNDO].join(';\n'))
      return { rows: results[before.length]?.rows ?? [], ...noticesIn(results) }
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      const context = contextText(error.details)
      failed = {
        error: error.sqlState,
        message: error.message,
        details: `${toldDetails(database, { sqlState: error.sqlState, context, details: detailsText(error.details) })}|${context}`,
        ...(error.notices.length > 0 ? { told: error.notices } : {}),
      }
      await database.session.run(UNDO)
    }
  }
  return failed
}

interface Answered {
  rows: (string | null)[][]
  notices?: string[]
}

type Failed = Required<Pick<ResultDigest, 'error'>> &
  Pick<ResultDigest, 'message' | 'details'> & {
    /** The notices before the error. */
    told?: string[]
  }

/** The rows of digests by the number of their call, from 1. */
function rowsByCall({ rows }: Answered): Map<number, (string | null)[]> {
  return new Map(rows.map(row => [Number(row[0]), row]))
}

/** Makes calls again that wrote values which may be generated, and notes those that they wrote again. Each call once. */
async function noteRepeated(one: PreparedCase, calls: Step[], byCall: Map<number, (string | null)[]>): Promise<void> {
  const unknown = calls.flatMap((call, index) => {
    const changes = readChanges(byCall.get(index + 1))
    const mayBeGenerated =
      changes.length > 0 && generatedValues(one.database, changes, call, undefined, one.computed).length > 0
    return mayBeGenerated && !one.repeated.has(callKey(call)) ? { call, changes } : []
  })
  if (unknown.length === 0) return
  const again = await executeMany(
    one,
    unknown.map(({ call }) => call),
  )
  const rows = 'rows' in again ? rowsByCall(again) : new Map<number, (string | null)[]>()
  for (const [index, { call, changes }] of unknown.entries())
    one.repeated.set(callKey(call), repeatedPlaces(changes, readChanges(rows.get(index + 1))))
}

/** The changes in the row of a digest. */
function readChanges(row: (string | null)[] | undefined): Change[] {
  return (JSON.parse(row?.[8] ?? '[]') as (string | null)[][]).map(readChange)
}

function readDigest(one: PreparedCase, call: Step, row: (string | null)[]): ResultDigest {
  const { database, repeated, computed } = one
  const [, state, message, count, total, ordered, keys, texts, log, details] = row
  if (state) rejectBreakdown(message ?? '', state)
  if (state) {
    const told = toldDetails(database, { sqlState: state, context: texts ?? '', details: details ?? '' })
    // The hash of the context tells the line of a RAISE, as its text does.
    const [, fields = told, long = ''] = /^(.*?)\|[0-9a-f]{32}(\|[0-9a-f]{32})?$/s.exec(told) ?? []
    const isCodes = isRaised(texts ?? '')
    const values = toldValues(one, call, {
      ...{ message: message ?? '', context: texts ?? '' },
      details: isCodes ? `${fields}${long}` : told,
    })
    return {
      ...EMPTY,
      error: state,
      message: message ?? '',
      details: told,
      values,
      ...(isCodes ? { isRaised: true } : {}),
    }
  }
  const digest = {
    ...EMPTY,
    returnedOrChanged: Number(count),
    rows: total ?? '',
    ordered: ordered ?? '',
    keys: keys ?? '',
  }
  // A call that gives nothing has the same digest whichever statement made it.
  if (!log) return digest.returnedOrChanged === 0 ? EMPTY : digest
  const changes = readChanges(row)
  noteDeadRows(database, changes)
  const generated = generatedValues(database, changes, call, repeated.get(callKey(call)), computed)
  const mask = masker(generated)
  const lines = (JSON.parse(texts ?? '[]') as string[]).map(mask)
  return { ...digest, changes, generated, ordered: lines.join('\n'), rows: lines.toSorted().join('\n') }
}

/** @throws when an error that the wrapper caught is not the outcome of the call. */
function rejectBreakdown(message: string, sqlState: string): void {
  const error = toSessionError(message, sqlState)
  if (!(error instanceof DatabaseError)) throw error
}

/** An array of text as PostgreSQL reads it: `{"a",NULL}`. */
function arrayText(values: Value[]): string {
  return `{${values.map(value => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`
}
