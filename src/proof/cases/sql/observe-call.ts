// Makes one call after the other in the world that is open and keeps all that the last one gave. Many calls: run-calls.ts.

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

/** All changes of the transaction, as `readChange` reads them. */
export const CHANGES = 'select tbl, op, old::text, new::text from proof.log order by seq'

/** `look` sees the state right after the last call, before it is undone. */
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
  // An error in here is none of the call's: nobody may take it for one.
  if (look) {
    await look(outcome)
    await session.run(UNDO)
  }
  return outcome
}

/** The calls, and queries about the state right after them, in one trip. @throws {DatabaseError} by any of them. */
export async function callAndAsk(
  one: PreparedCase,
  sequence: Sequence,
  queries: string[],
  undo = [UNDO],
): Promise<{ outcome: Outcome; answers: Rows[] }> {
  const step = sequence.at(-1)
  if (!step) throw new Error('a sequence without a step')
  const changesBefore = await callFirst(one, sequence.slice(0, -1))
  const before = beginCase(one)
  const statements = [...before, executeSql(one, step), ...guard(one), 'reset role', CHANGES]
  const results = await one.database.session.run([...statements, ...queries, ...undo].join(';\n'))
  const result = results[before.length]
  if (!result) throw new EngineError('the database broke down: it does not answer')
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

/** The steps before the last: one that fails has changed nothing, and the next is made. How many changes they made. */
async function callFirst(one: PreparedCase, steps: Step[]): Promise<number> {
  const { session } = one.database
  for (const step of steps) {
    await session.run('savepoint one_step')
    try {
      await session.run([...beginCase(one), executeSql(one, step), ...guard(one), 'reset role'].join(';\n'))
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      await session.run('rollback to savepoint one_step')
    }
  }
  if (steps.length === 0) return 0
  const [changes] = await session.run(CHANGES)
  return changes?.rows.length ?? 0
}

export function noteDeadRows(database: TestDatabase, changes: Change[]): void {
  for (const { table } of changes) addDeadRows(database, table, 1)
  if (changes.length > 0) addDeadRows(database, 'proof.log', changes.length)
}

/** The caller's role, and the way to the function that the case creates. */
export function beginCase({ schema }: PreparedCase): string[] {
  const path = schema === undefined ? [] : [`set local search_path = ${identifier(schema)}, ${SEARCH_PATH}`]
  return [`set local role ${CALLER_ROLE}`, ...path]
}

/** A function can run any text, `SET ROLE` too: then what it showed was not seen with a caller's eyes. */
function guard({ schema }: PreparedCase): string[] {
  if (schema === undefined) return []
  return [`do $$ begin if current_user <> '${CALLER_ROLE}' then raise exception 'it changed its role'; end if; end $$`]
}

export function executeSql({ database, query, statement }: PreparedCase, { context, parameters }: Step): string {
  const values = { ...parameters, ...context }
  const names = parameterNames(database.plan, query)
  if (names.length === 0) return `execute ${statement}`
  return `execute ${statement}(${names.map(name => literal(values[name] ?? null, typeOf(database, query, name))).join(', ')})`
}

export function readChange([table, operation, old, next]: (string | null)[]): Change {
  return { table: table ?? '', operation: operation as Change['operation'], old: old ?? null, new: next ?? null }
}
