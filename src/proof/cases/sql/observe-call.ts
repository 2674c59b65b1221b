// Runs one sequence of calls in the world that is open, and gives the whole outcome of the last call. For digests of
// many calls see run-calls.ts.

import type { Rows } from '../../database/conditions.ts'
import { addDeadRows } from '../../database/dead-rows.ts'
import { typeOf } from '../../database/parameter-types.ts'
import { LOG_TABLE } from '../../database/private-names.ts'
import { compareSettings } from '../../database/session-state.ts'
import { SEARCH_PATH, type TestDatabase } from '../../database/test-database.ts'
import {
  contextText,
  DatabaseError,
  detailsText,
  EngineError,
  isRaised,
  type TextResult,
} from '../../postgres/session.ts'
import { readRecord } from '../../sql/record-text.ts'
import { literal } from '../../sql/sql-text.ts'
import { UNDO } from '../../worlds/open-world.ts'
import { callKey, detailsWithoutGenerated, generatedValues } from '../generated-values.ts'
import type { Sequence, Step } from '../kind.ts'
import type { Change, Outcome } from '../outcome.ts'
import { type PreparedCase, parameterNames } from './prepared-case.ts'
import { toldValues } from './told-values.ts'

const NOTHING: Outcome = { columns: [], rows: [], affected: 0, changes: [], changesBefore: 0, generated: [] }

/** The query for all changes of the transaction; `readChange` reads its rows. */
export const CHANGES = `select tbl, op, old::text, new::text from ${LOG_TABLE} order by seq`

/** Runs a sequence. `look` sees the state after the last call, before all is undone. */
export async function observeCalls(
  one: PreparedCase,
  sequence: Sequence,
  look?: (outcome: Outcome) => Promise<void>,
): Promise<Outcome> {
  const { session } = one.database
  let outcome: Outcome
  try {
    outcome = (await callAndAsk(one, sequence, [], look ? [] : [UNDO])).outcome
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    await session.run(UNDO)
    return { ...NOTHING, ...outcomeOf(one, sequence, error) }
  }
  // Outside of the `try`: an error of `look` must not be taken for an error of the call.
  if (look) {
    await look(outcome)
    await session.run(UNDO)
  }
  return outcome
}

/** All that a caller is told by an error. */
function outcomeOf(one: PreparedCase, sequence: Sequence, error: DatabaseError): Pick<Outcome, 'error' | 'notices'> {
  const { sqlState, message, notices } = error
  const context = contextText(error.details)
  const details = toldDetails(one.database, { sqlState, context, details: detailsText(error.details) })
  const step = sequence.at(-1) ?? { context: {}, parameters: {} }
  const values = toldValues(one, step, { message, details, context })
  return { error: { sqlState, message, details, context, values }, ...(notices.length > 0 ? { notices } : {}) }
}

/** The details of an error, without generated values where PostgreSQL tells them. What code raises, it has made up. */
export function toldDetails(
  database: TestDatabase,
  { sqlState, context, details }: { sqlState: string; context: string; details: string },
): string {
  return sqlState.startsWith('23') && !isRaised(context) ? detailsWithoutGenerated(database, details) : details
}

/**
 * Runs a sequence, and then queries about the state that it left, in one trip. @throws {DatabaseError} when one of them
 * fails.
 */
export async function callAndAsk(
  one: PreparedCase,
  sequence: Sequence,
  queries: string[],
  undo = [UNDO],
): Promise<{ outcome: Outcome; answers: Rows[] }> {
  const step = sequence.at(-1)
  if (!step) throw new Error('a sequence without a step')
  const changesBefore = await runEarlierSteps(one, sequence.slice(0, -1))
  const before = beginCall(one)
  const statements = [...before, executeSql(one, step), ...endCall(one), CHANGES]
  const results = await one.database.session.run([...statements, ...queries, ...undo].join(';\n'))
  const result = results[before.length]
  if (!result) throw new EngineError('the database broke down: it gave no result')
  if (one.runner !== undefined) compareSettings(one.database, results[before.length + 2])
  const changes = (results[statements.length - 1]?.rows ?? []).map(readChange)
  noteDeadRows(one.database, changes)
  const read = readResult(one, result)
  const outcome: Outcome = {
    ...read,
    affected: one.readsOnly ? 0 : read.affected,
    changes,
    changesBefore,
    generated: generatedValues(one.database, changes, step, one.repeated.get(callKey(step)), one.computed),
    ...noticesIn(results),
  }
  const answers = results.slice(statements.length, statements.length + queries.length).map(({ rows }) => rows)
  return { outcome, answers }
}

/**
 * Runs the steps before the last, and gives the number of their changes. A step that fails changes nothing; the next
 * one follows.
 */
async function runEarlierSteps(one: PreparedCase, steps: Step[]): Promise<number> {
  const { session } = one.database
  for (const step of steps) {
    await session.run('savepoint one_step')
    try {
      const before = beginCall(one)
      const results = await session.run([...before, executeSql(one, step), ...endCall(one)].join(';\n'))
      if (one.runner !== undefined) compareSettings(one.database, results.at(-1))
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      await session.run('rollback to savepoint one_step')
    }
  }
  if (steps.length === 0) return 0
  const [changes] = await session.run(CHANGES)
  return changes?.rows.length ?? 0
}

/** Notes the rows that a call wrote: they are dead rows once the call is undone. */
export function noteDeadRows(database: TestDatabase, changes: Change[]): void {
  for (const { table } of changes) addDeadRows(database, table, 1)
  if (changes.length > 0) addDeadRows(database, LOG_TABLE, changes.length)
}

/**
 * The statements before a call. A statement runs as the caller; the function of a case, and the functions that a statement
 * calls, could leave this role, so these run in a runner, which has the role already.
 */
export function beginCall({ database, runner }: PreparedCase): string[] {
  return runner === undefined ? [`set local role ${database.session.caller}`] : []
}

/** The statements after a call. What follows must not be read with settings of the case. */
function endCall({ database, runner }: PreparedCase): string[] {
  return runner === undefined ? ['reset role'] : [`set local search_path = ${SEARCH_PATH}`, database.settings]
}

/** The SQL of one call. */
export function executeSql(
  { database, query, statement, runner }: PreparedCase,
  { context, parameters }: Step,
): string {
  const values = { ...parameters, ...context }
  const names = parameterNames(database.plan, query)
  const list = names.map(name => literal(values[name] ?? null, typeOf(database, query, name))).join(', ')
  if (runner !== undefined) return `select * from ${runner}(${list})`
  return `execute ${statement}${names.length === 0 ? '' : `(${list})`}`
}

/** The result of a call, be it from a runner or not. */
function readResult({ runner, columns: known, returnsRows }: PreparedCase, result: TextResult): TextResult {
  if (runner === undefined) return result
  const [[names, , affected] = []] = result.rows
  if (!returnsRows) return { columns: [], rows: [], affected: Number(affected) }
  const columns = names ? (JSON.parse(names) as string[]) : known
  return {
    columns,
    rows: result.rows.map(([, line]) => (columns.length === 0 ? [] : readRecord(line ?? ''))),
    affected: 0,
  }
}

/** The notices that came with results, if any. */
export function noticesIn(results: TextResult[]): Pick<Outcome, 'notices'> {
  const notices = results.flatMap(result => result.notices ?? [])
  return notices.length > 0 ? { notices } : {}
}

export function readChange([table, operation, old, next]: (string | null)[]): Change {
  return { table: table ?? '', operation: operation as Change['operation'], old: old ?? null, new: next ?? null }
}
