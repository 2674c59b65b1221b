import type { Check } from '../check.ts'
import { areSameDigests, orderFact, runReversed } from '../order/check-order.ts'
import { workingCalls } from '../works/check-works.ts'

/** Makes the calls in `works` where rows are stored in another order. A mutant whose original has ties has ties. */
export const sameOrder: Check = {
  name: 'same-order',
  needs: ['workDigests'],
  gives: ['order'],
  seeds: 'every',
  async *run(proofRun, mutants) {
    for (const { caseRun, digests } of yield* runReversed(proofRun, mutants, one => workingCalls(proofRun, one))) {
      const work = caseRun.facts.workDigests ?? []
      if (!areSameDigests(work, digests, false)) yield { caseRun, kind: 'other-work' }
      else yield orderFact(caseRun, areSameDigests(work, digests, true) && caseRun.original?.facts.order !== 'ties')
    }
  },
}
