// Judges calls after other calls: a permission is given, then taken, then the document is read. The calls before run in the
// database as it is; what rules hide is found anew after them, and the last call is judged in worlds made for its caller.

import type { ApplicationCall, ChangeOfCall, Evidence, Witness } from '../../../witness.ts'
import { type CaseRun, isOpen, isSettled } from '../../cases/case-run.ts'
import { completeParameters, type Parameters } from '../../inputs/parameters.ts'
import { inOneOrder, shownCall, shownOutcome } from '../../witness/shown.ts'
import { makeActors } from '../../worlds/actors.ts'
import type { Check, Observation, ProofRun } from '../check.ts'
import { CHOICE_FOR_CASES } from '../worlds/choose-calls.ts'
import { compareBatches } from '../worlds/compare-batches.ts'
import { runBatches } from '../worlds/run-batches.ts'
import { alwaysEvidence } from '../writes/always-checks.ts'
import { describeFailure } from '../writes/judge-digest.ts'
import { drawSequences, type EarlierCall, withValuesOf } from './draw-sequences.ts'
import { type AfterCalls, openAfter } from './open-after.ts'

/** The most calls of one actor and operation that are judged after others. */
const MOST_JUDGED = 12

export const sequences: Check = {
  name: 'sequences',
  needs: ['order', 'givenValues'],
  gives: [],
  seeds: 'written',
  searchesFurther: true,
  async *run(proofRun, caseRuns) {
    for (const operations of Map.groupBy(caseRuns, ({ case: one }) => one).values()) {
      for (const calls of drawSequences(proofRun.database.plan, operations, proofRun.seed)) {
        const [any] = operations
        if (!any || !isOpen(any) || isSettled(any)) break
        yield* judgeAfter(proofRun, operations, calls)
      }
    }
  },
}

async function* judgeAfter(
  proofRun: ProofRun,
  operations: CaseRun[],
  calls: EarlierCall[],
): AsyncGenerator<Observation> {
  const { database } = proofRun
  await using after = await openAfter(proofRun, calls)
  if (!after.hasChanged) return
  yield* brokenBefore(proofRun, calls, after)
  const actors = await makeActors(database, database.plan.actors)
  const run = { ...proofRun, actors }
  const judged = (async function* () {
    const batches = yield* runBatches(run, actors, operations, caseRun => judgedCalls(caseRun, after, calls))
    for (const actor of actors) yield* compareBatches(run, actor, batches, CHOICE_FOR_CASES)
  })()
  const before = calls.map(toApplicationCall)
  for await (const observation of judged) yield afterCalls(observation, before, after)
}

/** What did not hold after one of the calls before the judged one. */
function* brokenBefore({ database }: ProofRun, calls: EarlierCall[], after: AfterCalls): Generator<Observation> {
  const [first] = calls
  if (after.failure && first)
    yield { caseRun: first.caseRun, kind: 'undecided', undecided: { reason: describeFailure(database, after.failure) } }
  for (const { at, violation, outcome } of after.broken) {
    const call = calls[at]
    if (!call) continue
    const { caseRun, actor, context, parameters } = call
    const { rule, condition = '' } = violation
    const witness = (): Witness => ({
      rule,
      call: shownCall(caseRun, { name: actor, context }, completeParameters(caseRun.query, parameters)),
      ...(at > 0 ? { before: calls.slice(0, at).map(toApplicationCall) } : {}),
      got: shownOutcome(inOneOrder(caseRun, outcome)),
      evidence: alwaysEvidence(
        rule,
        condition,
        after.changes.filter(change => change.call <= at + 1),
      ),
    })
    yield { caseRun, kind: 'violation', rule, witness }
  }
}

/** The calls in `works`, and the same with values of the calls before, and with keys of rows that these have inserted. */
function judgedCalls(caseRun: CaseRun, { inserted }: AfterCalls, calls: EarlierCall[]): Parameters[] {
  const { query, callPlan } = caseRun
  const same = calls.flatMap(earlier => callPlan.base.map(parameters => withValuesOf({ caseRun, parameters }, earlier)))
  const sent = inserted.flatMap(({ table, key, value }) =>
    query.parameters
      .filter(({ columns }) => columns.includes(`${table}.${key}`))
      .flatMap(({ name }) => callPlan.base.map(base => ({ ...base, [name]: value }))),
  )
  const byText = new Map([...callPlan.base, ...sent, ...same].map(one => [JSON.stringify(one), one]))
  return [...byText.values()].slice(0, MOST_JUDGED)
}

function toApplicationCall({ caseRun, actor: name, context, parameters }: EarlierCall): ApplicationCall {
  return shownCall(caseRun, { name, context }, completeParameters(caseRun.query, parameters))
}

/** The observation with the calls before in its witness. */
function afterCalls(observation: Observation, before: ApplicationCall[], { changes }: AfterCalls): Observation {
  if (observation.kind === 'undecided') {
    const reason = `after ${before.map(({ actor, query }) => `${actor} called ${query}`).join(' and ')}: ${observation.undecided.reason}`
    return { ...observation, undecided: { ...observation.undecided, reason } }
  }
  if (observation.kind !== 'violation') return observation
  const { witness } = observation
  return {
    ...observation,
    witness: async () => {
      const made = await witness()
      if (!made || made === 'unconfirmed') return made
      return { ...made, before, evidence: withEarlierChanges(made.evidence, before.length, changes) }
    },
  }
}

/** The changes of the judged call come after those of the calls before it. */
function withEarlierChanges(evidence: Evidence, calls: number, earlier: ChangeOfCall[]): Evidence {
  if (evidence.kind !== 'always') return evidence
  return { ...evidence, changes: [...earlier, ...evidence.changes.map(change => ({ ...change, call: calls + 1 }))] }
}
