// Whether anything notices that a condition of proof.yaml is set to true or to false: an example, the self-test of its
// rule, or a case that is then no longer proved. What nothing notices could as well be left out of proof.yaml.

import type { CaseToProve } from '../cases/case-to-prove.ts'
import { ConditionFailure } from '../database/conditions.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { type AlteredCondition, alteredPlan } from '../plan/altered-plan.ts'
import { findQuery, mainSeed } from '../plan/plan.ts'
import { PlanError } from '../plan/plan-error.ts'
import { testConditions } from '../self-test/self-test.ts'
import { findActors } from '../worlds/actors.ts'
import { concludeProof } from './conclude.ts'
import { proveCases } from './prove-cases.ts'

/** A case that may notice, with its query. */
export interface NoticingCase extends CaseToProve {
  query: string
}

/** What notices the change: `self-test`, or the path of a case; undefined where nothing does. */
export async function whoNotices(
  database: TestDatabase,
  altered: AlteredCondition,
  cases: NoticingCase[],
  onCase: (path: string) => void,
): Promise<string | undefined> {
  // The same database with another plan: the schema and the seed do not depend on the plan.
  const changed = { ...database, plan: alteredPlan(database.plan, altered) }
  try {
    const rule = changed.plan.rules.find(({ id }) => id === altered.rule)
    if (rule && altered.query === undefined && (await testConditions(changed, rule)).length > 0) return 'self-test'
    const actors = await findActors(changed)
    const proofRun = { database: changed, seed: mainSeed(changed.plan), actors, onCase, kills: new Map() }
    for (const one of cases) {
      const [findings] = await proveCases(proofRun, [{ ...findQuery(changed.plan, one.query), cases: [one] }])
      if (findings && concludeProof(one, findings, changed.plan.rules).unproved !== undefined) return one.path
    }
    return undefined
  } catch (error) {
    // The plan that says so little is refused, or the condition fails on what an example writes.
    if (error instanceof PlanError || error instanceof ConditionFailure) return 'self-test'
    throw error
  }
}
