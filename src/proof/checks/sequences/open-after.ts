import type { ChangeOfCall } from '../../../witness.ts'
import type { Outcome } from '../../cases/outcome.ts'
import { noteCallSql } from '../../database/always.ts'
import { ConditionFailure } from '../../database/conditions.ts'
import { LOG_TABLE } from '../../database/private-names.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import { DatabaseError } from '../../postgres/session.ts'
import { identifier } from '../../sql/sql-text.ts'
import { inOwnSavepoint } from '../../worlds/open-world.ts'
import type { ProofRun } from '../check.ts'
import { alwaysChecks, changesOfCall } from '../writes/always-checks.ts'
import type { WriteViolation } from '../writes/judgement.ts'
import { readAnswers } from '../writes/write-checks.ts'
import type { EarlierCall } from './draw-sequences.ts'

/** The database after some calls. `await using` takes them back. */
export interface AfterCalls extends AsyncDisposable {
  hasChanged: boolean
  /** The keys of the rows that the calls inserted. */
  inserted: { table: string; key: string; value: string }[]
  /** All changes. */
  changes: ChangeOfCall[]
  /** What must always hold and did not hold after one of the calls. */
  broken: BrokenAfter[]
  /** A condition failed on what a call wrote. */
  failure?: ConditionFailure
}

/** A condition that does not hold after the call at this position. */
interface BrokenAfter {
  at: number
  violation: WriteViolation
  outcome: Outcome
}

/** Makes the calls one after the other. A call that fails changes nothing, and the next one follows. */
export async function openAfter({ database, onCase }: ProofRun, calls: EarlierCall[]): Promise<AfterCalls> {
  const { session, tables } = database
  const savepoint = await inOwnSavepoint(database, 'after_calls')
  const after: AfterCalls = {
    ...{ hasChanged: false, inserted: [], changes: [], broken: [] },
    [Symbol.asyncDispose]: () => savepoint[Symbol.asyncDispose](),
  }
  const changed = new Set<string>()
  for (const [at, call] of calls.entries()) {
    onCase(call.caseRun.case.path)
    const outcome = await performed(call)
    if (!outcome || outcome.changes.length === 0) continue
    for (const { table, operation, new: row } of outcome.changes) {
      changed.add(table)
      const key = tables.get(table)?.primaryKey[0]
      const value = key && row && operation === 'INSERT' ? (JSON.parse(row) as Record<string, unknown>)[key] : undefined
      if (key && value !== undefined && value !== null) after.inserted.push({ table, key, value: String(value) })
    }
    after.changes.push(...changesOfCall(at + 1, outcome))
    try {
      for (const violation of await brokenBy(database, call)) after.broken.push({ at, violation, outcome })
    } catch (error) {
      if (!(error instanceof ConditionFailure)) throw error
      after.failure ??= error
    }
    await session.run(noteCallSql(database, at + 1, call.context))
  }
  // Rules may ask what was before the call that is judged.
  const renewed = [...changed]
    .filter(table => tables.has(table))
    .map(table => {
      const name = identifier(table)
      return `delete from before.${name}; insert into before.${name} select * from public.${name}`
    })
  await session.run([`delete from ${LOG_TABLE}`, ...renewed].join(';\n'))
  after.hasChanged = changed.size > 0
  return after
}

/** The outcome of the call; undefined where it failed. */
async function performed({ caseRun, context, parameters }: EarlierCall): Promise<Outcome | undefined> {
  try {
    return await caseRun.program.perform?.({ context, parameters })
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    return undefined
  }
}

/** What must always hold, and does not hold after the call. */
async function brokenBy(
  database: TestDatabase,
  { caseRun, context, parameters }: EarlierCall,
): Promise<WriteViolation[]> {
  const checks = database.plan.rules.flatMap(rule => alwaysChecks(database, rule))
  if (checks.length === 0) return []
  // A savepoint around each query would end the savepoint of the conditions.
  database.isInWorld = true
  try {
    return readAnswers(checks, await database.askAll(checks, caseRun.query, { ...parameters, ...context })).violations
  } finally {
    delete database.isInWorld
  }
}
