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
    edited('my_docs with (security_invoker = true)', 'my_docs'),
    ['R1', 'R2', 'R3'],
    /^ann sent “update my_docs set title = 'new'” and updated a row of docs that R1 hides from ann: 21/,
  ],
  [
    'a row that UPDATE moves into another tenant',
    edited(
      'with check (tenant_id = app_tenant_id() and owner_id = app_user_id());\ncreate policy docs_delete',
      'with check (owner_id = app_user_id());\ncreate policy docs_delete',
    ),
    ['R1'],
    /^ann sent “update docs set tenant_id = 2[^”]*” and turned a row into a row of docs that R1 hides from ann: 11 with tenant_id from 1 to 2/,
  ],
  [
    'a policy FOR ALL that opens DELETE',
    `${GOOD_EXPOSED} create policy docs_shared on docs for all to member
      using (tenant_id = app_tenant_id() and is_shared(id)) with check (tenant_id = app_tenant_id() and owner_id = app_user_id());`,
    ['R3'],
    /^ben sent “delete from docs[^”]*” and deleted a row of docs in a way that R3 forbids: 11/,
  ],
  [
    'a view that takes new rows without WITH CHECK OPTION',
    edited('\n  with cascaded check option', ''),
    ['R1', 'R3', 'R2'],
    /^ann sent “insert into own_docs \(tenant_id, owner_id, title\) values \(2, 3, 'plan of cleo'\)” and made a row of docs that R1 hides from ann/,
  ],
  [
    'RETURNING on a view whose trigger fills in a hidden column',
    edited(
      'set title = new.title where id = old.id;',
      'set title = new.title where id = old.id returning secret into new.secret;',
    ).replace(
      'rename_card() returns trigger language plpgsql as',
      'rename_card() returns trigger language plpgsql security definer as',
    ),
    ['R4', 'R3'],
    /^/,
  ],
  [
    'an upsert by a trigger that runs as its owner, over the row of somebody else',
    `${GOOD_EXPOSED} create view inbox as select id, title from docs where false;
      create function put_doc() returns trigger language plpgsql security definer as $$
      begin
        insert into docs (id, tenant_id, owner_id, title) values (coalesce(new.id, 50), app_tenant_id(), app_user_id(), new.title)
          on conflict (id) do update set title = excluded.title;
        return new;
      end $$;
      create trigger inbox_put instead of insert on inbox for each row execute function put_doc();
      grant insert on inbox to member;`,
    ['R1', 'R2', 'R3'],
    /^ann sent “insert into inbox \(id, title\) values \(21, [^”]*” and updated a row of docs that R1 hides from ann: 21/,
  ],
  [
    'an upsert through a view, over a row that the view does not show',
    edited(
      'grant select, insert (tenant_id, owner_id, title), update (owner_id, title)',
      'grant select, insert (id, tenant_id, owner_id, title), update (owner_id, title)',
    ),
    ['R2', 'R3'],
    /^ann sent “insert into own_docs [^”]* on conflict \(id\) do update [^”]*” and updated a row of docs that R2 hides from ann: 12/,
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
