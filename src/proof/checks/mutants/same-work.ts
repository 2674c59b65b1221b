// The calls that must work, of a mutant: does it give what its original gives?

import { type CaseRun, isOrdered } from '../../cases/case-run.ts'
import type { Step } from '../../cases/kind.ts'
import { digestText, isEmptyResult, type ResultDigest } from '../../cases/outcome.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import type { Check, Observation, ProofRun } from '../check.ts'
import { workingCalls } from '../works/check-works.ts'

export const sameWork: Check = {
  name: 'same-work',
  needs: [],
  gives: ['workDigests'],
  seeds: 'every',
  async *run(proofRun, mutants) {
    await using _ = await openWorld(proofRun.database, UNCHANGED)
    for (const mutant of mutants) yield* compareWork(proofRun, mutant, workingCalls(proofRun, mutant))
  },
}

/** Most mutants are found out by their first call: one, then two, then four of them at once. */
async function* compareWork(proofRun: ProofRun, mutant: CaseRun, calls: Step[]): AsyncGenerator<Observation> {
  proofRun.onCase(mutant.case.path)
  const digests: ResultDigest[] = []
  const isLike = (digest: ResultDigest, nth: number) => {
    const expected = mutant.original?.facts.workDigests?.[nth]
    return !expected || digestText(digest, isOrdered(mutant)) === digestText(expected, isOrdered(mutant))
  }
  while (digests.length < calls.length) {
    const next = calls.slice(digests.length, 2 * digests.length + 1)
    digests.push(
      ...(await mutant.program.run(
        next.map(call => [call]),
        'work',
      )),
    )
    const others = digests.filter((digest, nth) => !isLike(digest, nth))
    const doesItsJob = digests.some((digest, nth) => !isEmptyResult(digest) && isLike(digest, nth))
    if (others.length === 0 || (!doesItsJob && others.every(isInvalid))) continue
    yield { caseRun: mutant, kind: 'other-work' }
    return
  }
  yield { caseRun: mutant, kind: 'facts', facts: { workDigests: digests } }
  const invalid = digests.find(isInvalid)
  if (!invalid || digests.every(isLike)) return
  const reason = `PostgreSQL does not accept it: ${invalid.message} (${invalid.error})`
  yield { caseRun: mutant, kind: 'undecided', undecided: { reason, sqlState: invalid.error ?? '' } }
}

/**
 * What a function runs is prepared only when it is called: a mutant that PostgreSQL refuses wherever it should do something
 * is no SQL, and no seed has killed it. Refused now and then, it has lost a guard before a name that the client sends.
 */
function isInvalid({ error }: ResultDigest): boolean {
  return error?.startsWith('42') === true && error !== INSUFFICIENT_PRIVILEGE
}

/** What a guard may say of itself. */
const INSUFFICIENT_PRIVILEGE = '42501'
