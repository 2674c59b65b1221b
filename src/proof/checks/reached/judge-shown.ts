// A part that only shows in a call after others could break a rule just there, where no other check may have looked: the calls that
// show it are judged, as single calls are.

import { makeActors } from '../../worlds/actors.ts'
import type { Observation, ProofRun } from '../check.ts'
import { failureOf } from '../sequences/broken-before.ts'
import { judgeOpen, toViolations } from '../sequences/judge-open.ts'
import { openSequence, unguarded } from '../sequences/open-sequence.ts'
import type { Shown } from './after-calls.ts'

/** Judges the calls after their steps. `known` are the calls that were judged before. */
export async function* judgeShown(
  proofRun: ProofRun,
  { steps, calls }: Shown,
  known: Set<string>,
): AsyncGenerator<Observation> {
  const textOf = (some: Shown['calls']) =>
    JSON.stringify(some.map(({ caseRun, actor, parameters }) => [caseRun.query.name, actor, parameters]))
  const before = textOf(steps)
  const left = calls.filter(call => !known.has(`${before} ${textOf([call])}`))
  for (const call of left) known.add(`${before} ${textOf([call])}`)
  const [first] = left
  // A call without any before it was judged by the other checks.
  if (!first || steps.length === 0) return
  yield* toViolations(proofRun, first.caseRun, yield* judgeAfter(proofRun, steps, left))
}

async function* judgeAfter(proofRun: ProofRun, steps: Shown['steps'], calls: Shown['calls']) {
  await using open = await openSequence(proofRun)
  for (const step of steps) if (!(await open.add(step, () => true))) return []
  yield* failureOf(proofRun, open)
  await open.settle()
  const contexts = Object.fromEntries(calls.map(({ actor, context }) => [actor, context]))
  const actors = await unguarded(proofRun.database, () => makeActors(proofRun.database, contexts))
  const operations = [...new Set(calls.map(({ caseRun }) => caseRun))]
  return yield* judgeOpen(proofRun, open, actors, operations, (caseRun, actor) =>
    calls.filter(call => call.caseRun === caseRun && call.actor === actor),
  )
}
