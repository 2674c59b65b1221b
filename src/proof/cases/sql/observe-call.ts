// Runs one sequence of calls in the world that is open, and gives the whole outcome of the last call. For digests of
// many calls see run-calls.ts.

import type { Rows } from '../../database/conditions.ts'
import { addDeadRows } from '../../database/dead-rows.ts'
import { typeOf } from '../../database/parameter-types.ts'
import { SEARCH_PATH, type TestDatabase } from '../../database/test-database.ts'
import { CALLER_ROLE } from '../../postgres/caller-role.ts'
import { DatabaseError, EngineError } from '../../postgres/session.ts'
import { identifier, literal } from '../../sql/sql-text.ts'
import { UNDO } from '../../worlds/open-world.ts'
import { generatedValues } from '../generated-values.ts'
import type { Sequence, Step } from '../kind.ts'
import type { Change, Outcome } from '../outcome.ts'
import { type PreparedCase, parameterNames } from './prepared-case.ts'

const NOTHING: Outcome = { columns: [], rows: [], affected: 0, changes: [], changesBefore: 0, generated: [] }

/** The query for all changes of the transaction; `readChange` reads its rows. */
export const CHANGES = 'select tbl, op, old::text, new::text from proof.log order by seq'

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
    return { ...NOTHING, error: { sqlState: error.sqlState, message: error.message } }
  }
  // Outside of the `try`: an error of `look` must not be taken for an error of the call.
  if (look) {
    await look(outcome)
    await session.run(UNDO)
  }
  return outcome
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
  const statements = [...before, executeSql(one, step), ...checkRole(one), 'reset role', CHANGES]
  const results = await one.database.session.run([...statements, ...queries, ...undo].join(';\n'))
  const result = results[before.length]
  if (!result) throw new EngineError('the database broke down: it gave no result')
  const changes = (results[statements.length - 1]?.rows ?? []).map(readChange)
  noteDeadRows(one.database, changes)
  const outcome: Outcome = {
    ...result,
    affected: one.readsOnly ? 0 : result.affected,
    changes,
    changesBefore,
    generated: generatedValues(one.database, changes, step),
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
      await session.run([...beginCall(one), executeSql(one, step), ...checkRole(one), 'reset role'].join(';\n'))
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
  if (changes.length > 0) addDeadRows(database, 'proof.log', changes.length)
}

/** The statements before a call: they set the role of the caller, and the search path to the case's function. */
export function beginCall({ schema }: PreparedCase): string[] {
  const path = schema === undefined ? [] : [`set local search_path = ${identifier(schema)}, ${SEARCH_PATH}`]
  return [`set local role ${CALLER_ROLE}`, ...path]
}

/**
 * The statement after the call of a function. A function can execute `SET ROLE`; then the call did not run as the
 * caller.
 */
function checkRole({ schema }: PreparedCase): string[] {
  if (schema === undefined) return []
  return [
    `do $$ begin if current_user <> '${CALLER_ROLE}' then raise exception 'the case changed its role'; end if; end $$`,
  ]
}

/** The SQL of one call. */
export function executeSql({ database, query, statement }: PreparedCase, { context, parameters }: Step): string {
  const values = { ...parameters, ...context }
  const names = parameterNames(database.plan, query)
  if (names.length === 0) return `execute ${statement}`
  return `execute ${statement}(${names.map(name => literal(values[name] ?? null, typeOf(database, query, name))).join(', ')})`
}

export function readChange([table, operation, old, next]: (string | null)[]): Change {
  return { table: table ?? '', operation: operation as Change['operation'], old: old ?? null, new: next ?? null }
}
