import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { parseProof } from '../plan/parse-proof.ts'
import { PlanError } from '../plan/plan-error.ts'
import { openLocalSession } from '../postgres/local-session.ts'
import type { Session } from '../postgres/session.ts'
import { TEMPLATE } from '../testing/tiny-application.ts'
import { findHidden } from './hidden-rows.ts'
import { createTestDatabase, loadSeed } from './test-database.ts'

let session: Session
before(async () => {
  await loadModule()
  session = await openLocalSession({ template: TEMPLATE })
})
after(() => session.close())

const SCHEMA = `
create table staff (company text, number int, name text, boss_number int, primary key (company, number),
  foreign key (company, boss_number) references staff);
create table slips (id int primary key, company text, staff_number int, payer_number int,
  foreign key (company, staff_number) references staff, foreign key (company, payer_number) references staff);
`
const SEED = `
insert into staff values ('a', 1, 'of a', null), ('b', 1, 'of b', null);
insert into slips values (11, 'a', 1, 1), (12, 'b', 1, 1), (13, 'b', null, 1);
`

async function hiddenFromA(via: string, staff = 'staff.company = :company'): Promise<string[]> {
  const { plan } = parseProof(`
context: {company: text}
actors: {ann: {company: a}}
rules:
  R1: {category: tenant-isolation, rows: {staff: "${staff}", slips: {via: ${via}}}}
queries: {}
`)
  assert.ok(plan)
  const database = await createTestDatabase(session, SCHEMA, plan)
  await loadSeed(database, { file: 'seed.sql', sql: SEED })
  const found = await findHidden(database, plan.actors, plan.rules)
  const rows = found.get('ann')?.get('R1')?.rows ?? []
  return rows.filter(({ table }) => table === 'slips').map(({ image }) => String(JSON.parse(image).id))
}

it('reaches a row via a foreign key of several columns; a part that is NULL passes', async () => {
  assert.deepEqual(await hiddenFromA('[company, staff_number]'), ['12'])
})

it('knows a foreign key of several columns by one that no other has', async () => {
  assert.deepEqual(await hiddenFromA('payer_number'), ['12', '13'])
})

it('asks which foreign key is meant, or says that there is none', async () => {
  const isPlanError = (pattern: RegExp) => (error: Error) => error instanceof PlanError && pattern.test(error.message)
  await assert.rejects(hiddenFromA('company'), isPlanError(/slips\.company is part of 2 foreign keys/))
  await assert.rejects(hiddenFromA('id'), isPlanError(/slips\.id is no foreign key/))
})

it('says which parameter of a condition nobody has', async () => {
  await assert.rejects(
    hiddenFromA('payer_number', 'staff.number = :numbr'),
    /:numbr is neither in "context" nor a parameter/,
  )
})
