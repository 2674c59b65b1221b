// Makes the calls in `works` after each other call of `works` that writes. A trigger that keeps a permission shows there: who
// was given a document must find it.

import { type CaseRun, isOpen } from '../../cases/case-run.ts'
import type { ResultDigest } from '../../cases/outcome.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import type { Check, Observation, ProofRun } from '../check.ts'
import { openAfter } from '../sequences/open-sequence.ts'
import { workingCalls } from '../works/check-works.ts'

/** The most calls that others are made after. */
const MOST_BEFORE = 16

export const workAfterWork: Check = {
  name: 'work-after-work',
  needs: [],
  gives: ['workAfter'],
  seeds: 'every',
  async *run(proofRun, caseRuns) {
    for (const operations of Map.groupBy(caseRuns, one => one.case).values()) yield* compareAfter(proofRun, operations)
  },
}

async function* compareAfter(proofRun: ProofRun, operations: CaseRun[]): AsyncGenerator<Observation> {
  const found = new Map<CaseRun, Map<string, string[]>>(operations.map(caseRun => [caseRun, new Map()]))
  for (const { call, key } of callsThatWrite(proofRun, operations)) {
    if (!operations.every(isOpen)) return
    await using _ = await openAfter(proofRun, call)
    for (const caseRun of operations) {
      const given = await giveWork(proofRun, caseRun)
      found.get(caseRun)?.set(key, given)
      const expected = caseRun.original?.facts.workAfter?.get(key)
      if (expected && JSON.stringify(expected) !== JSON.stringify(given)) {
        yield { caseRun, kind: 'other-work' }
        return
      }
    }
  }
  for (const [caseRun, workAfter] of found) yield { caseRun, kind: 'facts', facts: { workAfter } }
}

function callsThatWrite(proofRun: ProofRun, operations: CaseRun[]) {
  return operations
    .filter(({ program }) => !program.facts.readsOnly)
    .flatMap(caseRun =>
      workingCalls(proofRun, caseRun).map((step, nth) => ({
        call: { ...step, caseRun, actor: caseRun.works[nth]?.as ?? '', origins: {} },
        key: `${caseRun.query.name} ${nth}`,
      })),
    )
    .slice(0, MOST_BEFORE)
}

async function giveWork(proofRun: ProofRun, caseRun: CaseRun): Promise<string[]> {
  await using _ = await openWorld(proofRun.database, UNCHANGED)
  const calls = workingCalls(proofRun, caseRun)
  const digests = await caseRun.program.run(
    calls.map(call => [call]),
    'work',
  )
  return digests.map(shortText)
}

/** How much came, and what failed. Ids and times that the call before generated are others each time. */
function shortText({ error = '', returnedOrChanged, changes }: ResultDigest): string {
  const changed = changes.map(({ table, operation }) => `${operation} ${table}`)
  return [error, returnedOrChanged, ...changed].join(' ')
}
