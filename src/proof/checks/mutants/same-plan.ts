import type { Check } from '../check.ts'

/**
 * A mutant that survived and that is planned as its original, down to every condition and column, is its original: the
 * planner has seen that a constraint makes the two the same.
 */
export const samePlan: Check = {
  name: 'same-plan',
  needs: [],
  gives: [],
  seeds: 'every',
  async *run(_, mutants) {
    for (const caseRun of mutants) {
      const { program, original } = caseRun
      const [mine, theirs] = [await program.plan?.(), await original?.program.plan?.()]
      if (mine !== undefined && mine === theirs) yield { caseRun, kind: 'equivalent' }
    }
  },
}
