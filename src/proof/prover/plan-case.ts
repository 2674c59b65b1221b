import { loadModule } from 'libpg-query'
import type { CaseToProve } from '../cases/case-to-prove.ts'
import { CASE_KINDS } from '../cases/kinds.ts'
import { createTestDatabase, loadSeed } from '../database/test-database.ts'
import { startOf } from '../inputs/call-plan.ts'
import type { Parameters } from '../inputs/parameters.ts'
import type { PlannedCall } from '../inputs/planned-call.ts'
import { openLocalSession } from '../postgres/local-session.ts'
import { createPreparation } from './prove-cases.ts'
import type { Subject } from './worker.ts'

/** All calls that a proof makes of a case on one seed, without hostile text and floods. */
export interface SeedPlan {
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
    const query = database.plan.queries.find(({ name }) => name === queryName)
    if (!query) throw new Error(`no query ${queryName}`)
    const plans: SeedPlan[] = []
    for (const seed of seeds) {
      await loadSeed(database, seed)
      const prepare = createPreparation({ database, seed: seed.file, onCase: () => {} }, CASE_KINDS)
      const { caseRun, findings } = await prepare(query, one)
      if (!caseRun) return { refused: findings.undecided?.reason ?? '' }
      const actors = Object.keys(plan.actors).map(actor => ({
        actor,
        start: startOf(query, actor),
        calls: caseRun.callPlan.plannedFor(actor),
      }))
      plans.push({ seed: seed.file, actors })
      for (const kind of CASE_KINDS) await kind.forget(database)
    }
    return plans
  } finally {
    await session.close()
  }
}
