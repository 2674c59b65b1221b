import type { Check } from '../check.ts'
import { areSame, orderOf, runReversed } from '../order/check-order.ts'
import { workingCalls } from '../works/check-works.ts'

/** The calls that work, as they stand, on rows stored in another order. Whether its order has ties, its original tells. */
export const sameOrder: Check = {
  name: 'same-order',
  needs: ['workDigests'],
  gives: ['order'],
  seeds: 'every',
  async *run(proofRun, mutants) {
    for (const { caseRun, digests } of yield* runReversed(proofRun, mutants, one => workingCalls(proofRun, one))) {
      const work = caseRun.facts.workDigests ?? []
      if (!areSame(work, digests, false)) yield { caseRun, kind: 'other-work' }
      else yield orderOf(caseRun, areSame(work, digests, true) && caseRun.original?.facts.order !== 'ties')
    }
  },
}
