// Makes the calls in `works`, in which a case must do its job, and compares the results with what `works` says.

import type { CaseRun } from '../../cases/case-run.ts'
import type { Step } from '../../cases/kind.ts'
import type { Outcome } from '../../cases/outcome.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import { completeParameters } from '../../inputs/parameters.ts'
import type { Value, WorkingCall } from '../../plan/plan.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import { cellValues } from '../cell-values.ts'
import { actorOf, type Check, type Observation, type ProofRun } from '../check.ts'
import { changesText, compareChanges, namedChanges } from './compare-changes.ts'
import { compareKeys, missingKeyText } from './compare-keys.ts'
import type { WorkDifference } from './work-difference.ts'

export const works: Check = {
  name: 'works',
  needs: [],
  gives: ['workDigests', 'workKeys', 'givenValues'],
  seeds: 'every',
  async *run(proofRun, caseRuns) {
    await using _ = await openWorld(proofRun.database, UNCHANGED)
    for (const caseRun of caseRuns) yield* checkWork(proofRun, caseRun)
  },
}

/** The calls in `works`. */
export function workingCalls(proofRun: ProofRun, { query, works }: CaseRun): Step[] {
  return works.map(({ as, parameters }) => ({
    context: actorOf(proofRun, as).context,
    parameters: completeParameters(query, parameters),
  }))
}

async function* checkWork(proofRun: ProofRun, caseRun: CaseRun): AsyncGenerator<Observation> {
  const { database } = proofRun
  const { query, program } = caseRun
  const calls = workingCalls(proofRun, caseRun)
  proofRun.onCase(caseRun.case.path)
  const workDigests = await program.run(
    calls.map(call => [call]),
    'work',
  )
  const workKeys: string[][] = []
  const givenValues = new Set<string | null>()
  const unsaid: string[] = []
  for (const [index, call] of caseRun.works.entries()) {
    const step = calls[index] ?? { parameters: {}, context: {} }
    const outcome = await program.observe([step])
    const caller = `as ${call.as} with ${JSON.stringify(call.parameters)}`
    if (outcome.error) {
      const { message, sqlState } = outcome.error
      const reason = `a call in "works" fails (${caller}): ${message} (${sqlState})`
      yield { caseRun, kind: 'undecided', undecided: { reason, sqlState } }
      continue
    }
    const column = outcome.columns.indexOf(query.key)
    workKeys.push(outcome.rows.flatMap(row => row[column] ?? []))
    for (const value of outcome.rows.flat().flatMap(cellValues)) givenValues.add(value)
    for (const { kind, what } of await judgeWork(database, caseRun, call, step, outcome)) {
      if (kind === 'unsaid') unsaid.push(`${what} ${caller}`)
      else if (kind === 'no-key') yield { caseRun, kind: 'undecided', undecided: { reason: what } }
      else yield { caseRun, kind, what: `${what} ${caller}` }
    }
  }
  yield { caseRun, kind: 'facts', facts: { workDigests, workKeys, givenValues } }
  if (unsaid.length > 0 && caseRun.case.label === 'good') {
    const text = `"works" does not say what must come; for this case it would be ${unsaid.join('; ')}`
    yield { caseRun, kind: 'remark', remark: { kind: 'unsaid-work', text } }
  }
}

/** Compares the outcome of one call with what `works` says of the call. */
async function judgeWork(
  database: TestDatabase,
  { query }: CaseRun,
  call: WorkingCall,
  { parameters, context }: Step,
  outcome: Outcome,
): Promise<WorkDifference[]> {
  if (call.namesNeither) return describeResult(database, query.key, outcome)
  const wanted = call.gives && (await keysIn(database, call.gives, { ...parameters, ...context }))
  const changes = wanted && call.namesOnlyGives ? namedChanges(database, wanted, outcome) : call.changes
  const areKeysOfChanges = call.namesOnlyGives && outcome.columns.length === 0 && Object.keys(changes).length > 0
  const result = areKeysOfChanges ? changedRows(query.key, changes) : outcome
  const { differences, unnamed } = compareChanges(database, changes, outcome)
  const found = [...(wanted ? compareKeys(query, wanted, result) : []), ...differences]
  if (unnamed.length === 0) return found
  // The rows with these keys changed, and other tables too. Whether that is permitted is left to the rules.
  if (call.namesOnlyGives && Object.keys(changes).length > 0)
    return [...found, { kind: 'unsaid', what: `changes: {${unnamed.join(', ')}}` }]
  return [...found, { kind: 'surplus', what: `changes: {${unnamed.join(', ')}}, which "works" does not name,` }]
}

/** The keys that `gives` lists, or finds by a query. */
async function keysIn(
  database: TestDatabase,
  gives: NonNullable<WorkingCall['gives']>,
  values: Record<string, Value>,
): Promise<Value[]> {
  if (Array.isArray(gives)) return gives
  return (await database.ask(database.bind(gives, values), gives)).map(([key]) => key ?? null)
}

/** The keys of changed rows, as a result that has them in its key column. */
function changedRows(key: string, changes: Record<string, Value[] | number>): Pick<Outcome, 'columns' | 'rows'> {
  const keys = new Set(Object.values(changes).flatMap(list => (Array.isArray(list) ? list : [])))
  return { columns: [key], rows: [...keys].map(one => [one]) }
}

/**
 * For a call of which `works` says nothing: something must come. The text says what came, to be copied into `works`.
 */
function describeResult(database: TestDatabase, key: string, outcome: Outcome): WorkDifference[] {
  const column = outcome.columns.indexOf(key)
  if (outcome.rows.length === 0 && outcome.changes.length === 0)
    return [{ kind: 'missing', what: 'nothing comes back or changes' }]
  const lacksKey = outcome.rows.length > 0 && column < 0
  const changes = changesText(database, outcome.changes)
  const keys = column < 0 ? [] : outcome.rows.map(row => row[column] ?? 'null')
  const parts = [
    ...(keys.length === 0 || keys.some(one => outcome.generated.includes(one)) ? [] : [`gives: [${keys.join(', ')}]`]),
    ...(changes.length === 0 ? [] : [`changes: {${changes.join(', ')}}`]),
  ]
  return [
    ...(lacksKey ? [{ kind: 'no-key', what: missingKeyText(key, outcome) } as const] : []),
    ...(parts.length === 0 ? [] : [{ kind: 'unsaid', what: parts.join(', ') } as const]),
  ]
}
