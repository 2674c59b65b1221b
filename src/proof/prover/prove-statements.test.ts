import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { describeWitness } from '../../lib/witness/describe-witness.ts'
import type { Proof } from '../../witness.ts'
import { createTestDatabase, loadSeed, type TestDatabase } from '../database/test-database.ts'
import { findQuery } from '../plan/plan.ts'
import { openLocalSession } from '../postgres/local-session.ts'
import type { Session } from '../postgres/session.ts'
import { TEMPLATE, tinyPlan, toProve } from '../testing/tiny-application.ts'
import { EXPOSED_PROOF, EXPOSED_SEED, GOOD_EXPOSED } from '../testing/tiny-exposed.ts'
import { MIGRATION_SCHEMA } from '../testing/tiny-migrations.ts'
import { findActors } from '../worlds/actors.ts'
import { concludeProof } from './conclude.ts'
import { proveCases } from './prove-cases.ts'

let session: Session
let database: TestDatabase
before(async () => {
  await loadModule()
  session = await openLocalSession({ template: TEMPLATE })
  database = await createTestDatabase(session, MIGRATION_SCHEMA, tinyPlan(EXPOSED_PROOF))
  await loadSeed(database, { file: 'seed.sql', sql: EXPOSED_SEED })
})
after(() => session.close())

async function prove(label: 'good' | 'bad', code: string, violates: string[] = []): Promise<Proof> {
  const one = toProve(label, code, violates)
  const actors = await findActors(database)
  const proofRun = { database, seed: 'seed.sql', actors, onCase: () => {}, kills: new Map() }
  const [findings] = await proveCases(proofRun, [{ ...findQuery(database.plan, 'api-docs'), cases: [one] }])
  assert.ok(findings)
  return concludeProof(one, findings, [{ id: 'R1' }, { id: 'R2' }, { id: 'R3' }, { id: 'R4' }])
}

const edited = (from: string, to: string) => {
  assert.ok(GOOD_EXPOSED.includes(from), from)
  return GOOD_EXPOSED.replace(from, to)
}

describe('statements that clients write', () => {
  it('leave a right migration proved', async () => {
    const { unproved, witnesses } = await prove('good', GOOD_EXPOSED)
    assert.deepEqual(witnesses.map(describeWitness), [])
    assert.equal(unproved, undefined)
  })
})

/** A migration with one flaw, the rules that it breaks, and what the first witness says. */
const FLAWS: [string, string, string[], RegExp][] = [
  [
    'a hidden column that is granted',
    edited('title, status), insert (', 'title, status, secret), insert ('),
    ['R4'],
    /^ann sent “select [^”]*secret[^”]* from docs”/,
  ],
  [
    'a view that reads with the rights of its owner',
    edited(' with (security_invoker = true)', ''),
    ['R1', 'R2'],
    /^ann sent “select id, tenant_id, owner_id, title, status from my_docs” and got 5 rows instead of 4/,
  ],
]

describe('a statement of a client shows', () => {
  for (const [what, code, violates, sentence] of FLAWS)
    it(what, async () => {
      const { unproved, witnesses } = await prove('bad', code, violates)
      assert.equal(unproved, undefined)
      assert.match(witnesses[0] ? describeWitness(witnesses[0]) : '', sentence)
    })
})
