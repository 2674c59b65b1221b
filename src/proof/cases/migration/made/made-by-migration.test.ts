import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../database/test-database.ts'
import { openLocalSession } from '../../../postgres/local-session.ts'
import type { Session } from '../../../postgres/session.ts'
import { TEMPLATE, tinyPlan } from '../../../testing/tiny-application.ts'
import { MIGRATION_PROOF, MIGRATION_SCHEMA } from '../../../testing/tiny-migrations.ts'
import { madeByMigration } from './made-by-migration.ts'

const SCHEMA = MIGRATION_SCHEMA.replace(/^grant .*$/gm, '')
const TEXTS = ['select id from docs', 'update docs set title = :title where id = :id']

let session: Session
let database: TestDatabase
before(async () => {
  session = await openLocalSession({ template: TEMPLATE })
  database = await createTestDatabase(session, SCHEMA, tinyPlan(MIGRATION_PROOF))
})
after(() => session.close())

async function made(migration: string, texts = TEXTS): Promise<string[]> {
  await session.run(`begin; set local role app_owner; ${migration}; reset role`)
  try {
    return await madeByMigration(database, texts, undefined)
  } finally {
    await session.run('rollback')
  }
}

/** Whether two migrations made the same. */
async function areSame(one: string, other: string, texts?: string[]): Promise<boolean> {
  const [first, second] = [await made(one, texts), await made(other, texts)]
  return first.join('\n') === second.join('\n')
}

describe('madeByMigration', () => {
  it('leaves out rights that no statement of callers uses', async () => {
    assert.ok(await areSame('grant select on docs to member', 'grant select, delete on docs to member'))
    assert.ok(
      await areSame('grant update (title) on docs to member', 'grant update (title, owner_id) on docs to member'),
    )
    assert.ok(!(await areSame('grant select on docs to member', 'grant select, update on docs to member')))
    const insert = ['insert into docs(title) values (1)']
    assert.ok(
      await areSame('grant insert (title) on docs to member', 'grant insert (title, secret) on docs to member', insert),
    )
    assert.ok(!(await areSame('grant select on docs to member', 'grant select, insert on docs to member', insert)))
    assert.ok(!(await areSame('grant select (id) on docs to member', 'grant select on docs to member')))
  })

  it('leaves out the roles that nobody calls as', async () => {
    assert.ok(await areSame('grant select on docs to member', 'grant select on docs to member, auditor'))
    assert.ok(!(await areSame('select 1', 'grant select on docs to member')))
  })

  it('leaves out rights to write where no policy lets the role', async () => {
    const forOwner = (rights: string) => `alter table docs enable row level security;
      create policy p on docs for select using (true); grant select on docs to member; ${rights}`
    assert.ok(await areSame(forOwner(''), forOwner('grant update (title) on docs to member')))
    const forAll = (rights: string) => `${forOwner(rights)}; create policy q on docs for update using (true)`
    assert.ok(!(await areSame(forAll(''), forAll('grant update (title) on docs to member'))))
  })

  it('leaves out the deletion of what nothing deletes, and indexes that refuse no row', async () => {
    const pointing = (action: string) => `create table flags (id int references docs ${action})`
    assert.ok(await areSame(pointing(''), pointing('on delete cascade')))
    assert.ok(!(await areSame(pointing(''), pointing('on delete cascade'), ['delete from docs'])))
    assert.ok(await areSame('create index on docs (title)', 'create index on docs (title) where id > 1'))
    assert.ok(
      !(await areSame('create unique index on docs (title)', 'create unique index on docs (title) where id > 1')),
    )
  })
})
