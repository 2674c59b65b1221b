import type { CaseRun } from '../../cases/case-run.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import type { RulePlan } from '../../plan/plan.ts'

/** The tables to fill that one of the cases may read: all of them, where a table may be read without its name. */
export function floodFor(database: TestDatabase, caseRuns: CaseRun[], flood: RulePlan['flood']): RulePlan['flood'] {
  const { hasFunctions, hasViews } = database
  if (hasFunctions || hasViews || caseRuns.some(({ program }) => program.facts.runsText)) return flood
  const isNamed = (table: string) => caseRuns.some(({ program }) => program.facts.names(table))
  return Object.fromEntries(Object.entries(flood).filter(([table]) => isNamed(table)))
}
