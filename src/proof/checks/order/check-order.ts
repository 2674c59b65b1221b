// The calls that work, once more on the same rows stored in another order.

import { type CaseRun, isJobOf, isOpen } from '../../cases/case-run.ts'
import type { Step } from '../../cases/kind.ts'
import { digestText, type ResultDigest } from '../../cases/outcome.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { reversedOrder } from '../../worlds/stored-order.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import { type Check, notTheSame, type Observation, type ProofRun } from '../check.ts'

const BY_ORDER =
  'the result depends on the order in which rows happen to be stored; a LIMIT or a function of one row needs an ORDER BY that leaves no ties'

/** Made as they stand, by all whose job the query is. */
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
    const before = await runAll(proofRun, caseRuns, calls)
    const differing: CaseRun[] = []
    for (const { caseRun, digests } of yield* runReversed(proofRun, caseRuns, calls)) {
      const real = before.get(caseRun) ?? []
      if (!areSame(real, digests, false)) differing.push(caseRun)
      else yield orderOf(caseRun, areSame(real, digests, true))
    }
    if (differing.length === 0) return
    // Where the rows are stored as they were, the time is still another.
    const again = await runAll(proofRun, differing, calls)
    for (const caseRun of differing) {
      const isByOrder = areSame(before.get(caseRun) ?? [], again.get(caseRun) ?? [], false)
      yield { caseRun, kind: 'undecided', undecided: isByOrder ? notTheSame(caseRun, BY_ORDER) : notTheSame(caseRun) }
    }
  },
}

/** Where all rows come but ties in their order are not fixed, what the order tells is looked at by `ties`. */
export function orderOf(caseRun: CaseRun, isFixed: boolean): Observation {
  const fact = !caseRun.program.facts.asksForOrder ? 'none' : isFixed ? 'fixed' : 'ties'
  return { caseRun, kind: 'facts', facts: { order: fact } }
}

export function areSame(before: ResultDigest[], after: ResultDigest[], isOrdered: boolean): boolean {
  return after.every((digest, at) => digestText(digest, isOrdered) === digestText(before[at] ?? digest, isOrdered))
}

async function runAll(proofRun: ProofRun, caseRuns: CaseRun[], calls: (caseRun: CaseRun) => Step[]) {
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

/** What the calls give where rows are stored the other way round. */
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
      const reason = `the rows cannot be stored in another order, so it is not known whether the result depends on it: ${world.unbuilt}`
      for (const caseRun of caseRuns.filter(isOpen)) yield { caseRun, kind: 'undecided', undecided: { reason } }
      return []
    }
    for (const caseRun of caseRuns) found.push({ caseRun, digests: await runWork(proofRun, caseRun, calls(caseRun)) })
  }
  // The plans were made without indexes.
  await database.session.run('discard plans')
  return found
}
