import { loadModule } from 'libpg-query'
import type { Proof } from '../../witness.ts'
import { createTestDatabase, loadSeed, type TestDatabase } from '../database/test-database.ts'
import { findQuery } from '../plan/plan.ts'
import { openLocalSession } from '../postgres/local-session.ts'
import type { Session } from '../postgres/session.ts'
import { concludeProof } from '../prover/conclude.ts'
import { proveCases } from '../prover/prove-cases.ts'
import { findActors } from '../worlds/actors.ts'
import { TEMPLATE, tinyPlan, toProve } from './tiny-application.ts'
import { MIGRATION_PROOF, MIGRATION_SCHEMA, MIGRATION_SEED } from './tiny-migrations.ts'

/** The smallest application of migrations, with its seed. */
export interface MigrationBench {
  session: Session
  database: TestDatabase
  /** Proves the code as a good case of the query. `reference` is another good case of it. */
  good(code: string, query?: string, reference?: string): Promise<Proof>
}

export async function openMigrationBench(seed = MIGRATION_SEED, proof = MIGRATION_PROOF): Promise<MigrationBench> {
  await loadModule()
  const session = await openLocalSession({ template: TEMPLATE })
  const database = await createTestDatabase(session, MIGRATION_SCHEMA, tinyPlan(proof))
  await loadSeed(database, { file: 'seed.sql', sql: seed })
  const actors = await findActors(database)
  return {
    ...{ session, database },
    async good(code, query = 'read-docs', reference = undefined) {
      const one = { ...toProve('good', code), ...(reference === undefined ? {} : { reference }) }
      const proofRun = { database, seed: 'seed.sql', actors, onCase: () => {}, kills: new Map() }
      const [findings] = await proveCases(proofRun, [{ ...findQuery(database.plan, query), cases: [one] }])
      if (!findings) throw new Error('no findings')
      return concludeProof(one, findings, [{ id: 'R1' }, { id: 'R2' }, { id: 'R3' }])
    },
  }
}
