import { loadModule } from 'libpg-query'
import type { CaseRun } from '../cases/case-run.ts'
import type { CaseToProve } from '../cases/case-to-prove.ts'
import { emptyFindings } from '../cases/findings.ts'
import { CASE_KINDS } from '../cases/kinds.ts'
import { createTestDatabase, loadSeed } from '../database/test-database.ts'
import { startOf } from '../inputs/call-plan.ts'
import type { Parameters } from '../inputs/parameters.ts'
import type { PlannedCall } from '../inputs/planned-call.ts'
import { findQuery } from '../plan/plan.ts'
import { openLocalSession } from '../postgres/local-session.ts'
import { createPreparation } from './prove-cases.ts'
import { prepareMigration } from './prove-migrations.ts'
import type { Subject } from './worker.ts'

/** All calls that a proof makes of a case on one seed, without hostile text and floods. */
export interface SeedPlan {
  /** Its name; of a migration, with the name of the operation. */
  seed: string
  actors: ActorPlan[]
}

interface ActorPlan {
  actor: string
  /** The call of `works` that most calls of the actor are variations of. */
  start: Parameters
  calls: PlannedCall[]
}

/**
 * The call plan of a case on each seed, or why the case is not run. The case is prepared, but never called.
 * @throws {PlanError} when proof.yaml, the seed or the schema has a mistake.
 */
export async function planCase(
  { schema, plan, seeds }: Subject,
  queryName: string,
  one: CaseToProve,
  template: string,
): Promise<SeedPlan[] | { refused: string }> {
  await loadModule()
  const session = await openLocalSession({ template })
  try {
    const database = await createTestDatabase(session, schema, plan)
    const { query, operations } = findQuery(database.plan, queryName)
    const plans: SeedPlan[] = []
    for (const { file, sql } of seeds) {
      await loadSeed(database, { file, sql })
      const proofRun = { database, seed: file, onCase: () => {} }
      if (operations) {
        const migration = await prepareMigration(proofRun, operations, emptyFindings(one.path), one, counter())
        if ('refused' in migration) return migration
        await using open = migration
        plans.push(...open.caseRuns.map(caseRun => planOf(caseRun, `${file}, ${caseRun.query.name}`)))
        continue
      }
      const { caseRun, findings } = await createPreparation(proofRun, CASE_KINDS)(query, one)
      if (!caseRun) return { refused: findings.undecided?.reason ?? '' }
      plans.push(planOf(caseRun, file))
      for (const kind of CASE_KINDS) await kind.forget(database)
    }
    return plans

    function planOf({ query: own, callPlan }: CaseRun, name: string): SeedPlan {
      const actors = Object.keys(plan.actors).map(actor => ({
        actor,
        start: startOf(own, actor),
        calls: callPlan.plannedFor(actor),
      }))
      return { seed: name, actors }
    }
  } finally {
    await session.close()
  }
}

function counter(): () => number {
  let number = 0
  return () => number++
}
