import type { Check } from '../check.ts'

/**
 * Compares the plan of a surviving mutant with that of its original. Where they are the same, down to every condition
 * and column, the two do the same: PostgreSQL's planner knows, e.g., that a column cannot be NULL.
 */
export const samePlan: Check = {
  name: 'same-plan',
  needs: [],
  gives: [],
  seeds: 'every',
  async *run(_, mutants) {
    for (const caseRun of mutants) {
      const { program, original } = caseRun
      const [mine, theirs] = [await program.executionPlan?.(), await original?.program.executionPlan?.()]
      if (mine !== undefined && mine === theirs) yield { caseRun, kind: 'equivalent' }
    }
  },
}
