// Compares what the calls in `works` give of a mutant and of its original.

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

/** Makes one call, then two, then four at once, and so on: most mutants differ in the first call. */
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
    const givesSomething = digests.some((digest, nth) => !isEmptyResult(digest) && isLike(digest, nth))
    if (others.length === 0 || (!givesSomething && others.every(isInvalid))) continue
    yield { caseRun: mutant, kind: 'other-work' }
    return
  }
  yield { caseRun: mutant, kind: 'facts', facts: { workDigests: digests } }
  const invalid = digests.find(isInvalid)
  if (!invalid || digests.every(isLike)) return
  const reason = `PostgreSQL does not accept the case: ${invalid.message} (${invalid.error})`
  yield { caseRun: mutant, kind: 'undecided', undecided: { reason, sqlState: invalid.error ?? '' } }
}

/**
 * Whether PostgreSQL refused the statement itself. It does so when a function is called, since it prepares the
 * statements of a function only then. A mutant that is refused in every call that should give something is no SQL, and
 * was not killed by the seed. A mutant that is refused in some calls has lost a guard for a name that the client sends.
 */
function isInvalid({ error }: ResultDigest): boolean {
  return error?.startsWith('42') === true && error !== INSUFFICIENT_PRIVILEGE
}

/** A SQLSTATE of class 42 that a guard may raise itself. */
const INSUFFICIENT_PRIVILEGE = '42501'
