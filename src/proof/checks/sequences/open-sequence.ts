// Makes the steps of a sequence in the database as it is, in a savepoint of their own. What must always hold is asked after
// each of them.

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
import type { PerformedStep, SequenceStep } from './step.ts'

/** The database after some steps. `await using` takes them back. */
export interface OpenSequence extends AsyncDisposable {
  steps: PerformedStep[]
  /** A step changed a row of any table. */
  hasChanged: boolean
  /** All changes. */
  changes: ChangeOfCall[]
  /** What must always hold and did not hold after one of the steps. */
  broken: BrokenAfter[]
  /** A condition failed on what a step wrote. */
  failure?: ConditionFailure
  /** Makes a step. One that fails, and one that is not `isWanted`, is taken back, and the next one may follow. */
  add(step: SequenceStep, isWanted: IsWanted): Promise<boolean>
  /** Makes the state ready to be judged: no step may be added after it. */
  settle(): Promise<void>
}

/** `hasChanged`: the step changed a row of any table, also of one that the migration has created. */
type IsWanted = (outcome: Outcome, hasChanged: boolean) => boolean

/** A condition that does not hold after the step at this position. */
interface BrokenAfter {
  at: number
  violation: WriteViolation
}

/** The database after one step. */
export async function openAfter(proofRun: ProofRun, step: SequenceStep): Promise<OpenSequence> {
  const open = await openSequence(proofRun)
  await open.add(step, () => true)
  await open.settle()
  return open
}

export async function openSequence({ database, onCase }: ProofRun): Promise<OpenSequence> {
  const { session, tables } = database
  const savepoint = await inOwnSavepoint(database, 'after_calls')
  // Keys that are generated are the same each time that the sequence is made.
  if (database.startOfSequences) await unguarded(database, () => session.run(database.startOfSequences ?? ''))
  let ownState = await unguarded(database, () => ownRows(database))
  const open: OpenSequence = {
    ...{ hasChanged: false, steps: [], changes: [], broken: [], add, settle },
    [Symbol.asyncDispose]: () => savepoint[Symbol.asyncDispose](),
  }

  async function add(step: SequenceStep, isWanted: IsWanted): Promise<boolean> {
    onCase(step.caseRun.case.path)
    return unguarded(database, async () => {
      await session.run('savepoint one_step')
      const outcome = await performed(step)
      const own = outcome ? await ownRows(database) : ownState
      const hasChanged = outcome !== undefined && (outcome.changes.length > 0 || own !== ownState)
      if (!outcome || !isWanted(outcome, hasChanged)) {
        await session.run('rollback to savepoint one_step')
        return false
      }
      ownState = own
      open.hasChanged ||= hasChanged
      const at = open.steps.push({ ...step, outcome }) - 1
      if (outcome.changes.length === 0) return true
      open.changes.push(...changesOfCall(at + 1, outcome))
      try {
        for (const violation of await brokenBy(database, step)) open.broken.push({ at, violation })
      } catch (error) {
        if (!(error instanceof ConditionFailure)) throw error
        open.failure ??= error
      }
      await session.run(noteCallSql(database, at + 1, step.context))
      return true
    })
  }

  /** Rules may ask what was before the call that is judged. */
  async function settle(): Promise<void> {
    const changed = new Set(open.steps.flatMap(({ outcome }) => outcome.changes.map(({ table }) => table)))
    const renewed = [...changed].filter(table => tables.has(table)).map(identifier)
    const copies = renewed.map(
      name => `delete from before.${name}; insert into before.${name} select * from public.${name}`,
    )
    await unguarded(database, () => session.run([`delete from ${LOG_TABLE}`, ...copies].join(';\n')))
  }

  return open
}

/** Work in a savepoint of its own: a further one around each statement would only cost time. */
export async function unguarded<T>(database: TestDatabase, work: () => Promise<T>): Promise<T> {
  database.isInWorld = true
  try {
    return await work()
  } finally {
    delete database.isInWorld
  }
}

/** The outcome of the step; undefined where it failed. */
async function performed({ caseRun, context, parameters }: SequenceStep): Promise<Outcome | undefined> {
  try {
    return await caseRun.program.perform?.({ context, parameters })
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    return undefined
  }
}

/** What must always hold, and does not hold after the step. */
async function brokenBy(
  database: TestDatabase,
  { caseRun, context, parameters }: SequenceStep,
): Promise<WriteViolation[]> {
  const checks = database.plan.rules.flatMap(rule => alwaysChecks(database, rule))
  if (checks.length === 0) return []
  return readAnswers(checks, await database.askAll(checks, caseRun.query, { ...parameters, ...context })).violations
}

/** All rows of the tables that the migration has created, as one short text. */
async function ownRows({ session, ownTables = [] }: TestDatabase): Promise<string> {
  if (ownTables.length === 0) return ''
  const rows = ownTables.map(({ name }) => `select to_jsonb(t)::text as line from public.${identifier(name)} t`)
  const [found] = await session.run(
    `select md5(coalesce(string_agg(line, ' ' order by line), '')) from (${rows.join(' union all ')}) r`,
  )
  return found?.rows[0]?.[0] ?? ''
}
