// Makes the calls in `works` again where the same rows are stored in another order.

import { type CaseRun, isJobOf, isOpen } from '../../cases/case-run.ts'
import type { Step } from '../../cases/kind.ts'
import { digestText, type ResultDigest } from '../../cases/outcome.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { reversedOrder } from '../../worlds/stored-order.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import { type Check, type Observation, type ProofRun, unstableResult } from '../check.ts'

const DEPENDS_ON_ORDER =
  'the result depends on the order in which rows happen to be stored; a LIMIT or a function of one row needs an ORDER BY that leaves no ties'

/** Each call in `works` is made by each actor whose job the query is. */
export const order: Check = {
  name: 'order',
  needs: [],
  gives: ['order'],
  seeds: 'every',
  async *run(proofRun, caseRuns) {
    const calls = (caseRun: CaseRun) => {
      const actors = proofRun.actors.filter(actor => isJobOf(caseRun, actor))
      return actors.flatMap(({ context }) => caseRun.callPlan.base.map(parameters => ({ context, parameters })))
    }
    const before = await runAllCases(proofRun, caseRuns, calls)
    const differing: CaseRun[] = []
    for (const { caseRun, digests } of yield* runReversed(proofRun, caseRuns, calls)) {
      const real = before.get(caseRun) ?? []
      if (!areSameDigests(real, digests, false)) differing.push(caseRun)
      else yield orderFact(caseRun, areSameDigests(real, digests, true))
    }
    if (differing.length === 0) return
    // Once more with the rows as they were: where the result differs again, it depends on something else, such as the
    // time.
    const again = await runAllCases(proofRun, differing, calls)
    for (const caseRun of differing) {
      const dependsOnOrder = areSameDigests(before.get(caseRun) ?? [], again.get(caseRun) ?? [], false)
      yield {
        caseRun,
        kind: 'undecided',
        undecided: dependsOnOrder ? unstableResult(caseRun, DEPENDS_ON_ORDER) : unstableResult(caseRun),
      }
    }
  },
}

/** The fact about the order of a case's rows. Where the order leaves ties, the check `ties` looks further. */
export function orderFact(caseRun: CaseRun, isFixed: boolean): Observation {
  const fact = !caseRun.program.facts.asksForOrder ? 'none' : isFixed ? 'fixed' : 'ties'
  return { caseRun, kind: 'facts', facts: { order: fact } }
}

export function areSameDigests(
  before: readonly (ResultDigest | undefined)[],
  after: ResultDigest[],
  isOrdered: boolean,
): boolean {
  return after.every((digest, at) => digestText(digest, isOrdered) === digestText(before[at] ?? digest, isOrdered))
}

async function runAllCases(proofRun: ProofRun, caseRuns: CaseRun[], calls: (caseRun: CaseRun) => Step[]) {
  await using _ = await openWorld(proofRun.database, UNCHANGED)
  const found = new Map<CaseRun, ResultDigest[]>()
  for (const caseRun of caseRuns) found.set(caseRun, await runWork(proofRun, caseRun, calls(caseRun)))
  return found
}

function runWork(proofRun: ProofRun, caseRun: CaseRun, calls: Step[]): Promise<ResultDigest[]> {
  proofRun.onCase(caseRun.case.path)
  return caseRun.program.run(
    calls.map(call => [call]),
    'work',
  )
}

/** The results of the calls where rows are stored in reverse order. */
export async function* runReversed(
  proofRun: ProofRun,
  caseRuns: CaseRun[],
  calls: (caseRun: CaseRun) => Step[],
): AsyncGenerator<Observation, { caseRun: CaseRun; digests: ResultDigest[] }[]> {
  const { database } = proofRun
  const found: { caseRun: CaseRun; digests: ResultDigest[] }[] = []
  {
    await using world = await openWorld(database, reversedOrder(database))
    if (world.unbuilt !== undefined) {
      const reason = `the rows cannot be stored in another order, so it is not known whether the result depends on their order: ${world.unbuilt}`
      for (const caseRun of caseRuns.filter(isOpen)) yield { caseRun, kind: 'undecided', undecided: { reason } }
      return []
    }
    for (const caseRun of caseRuns) found.push({ caseRun, digests: await runWork(proofRun, caseRun, calls(caseRun)) })
  }
  // The plans of this world use no indexes.
  await database.session.run('discard plans')
  return found
}
