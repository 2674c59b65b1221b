import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { describeWitness } from '../../lib/witness/describe-witness.ts'
import type { Proof, Witness } from '../../witness.ts'
import { readState } from '../database/session-state.ts'
import { createTestDatabase, loadSeed, type TestDatabase } from '../database/test-database.ts'
import { findQuery } from '../plan/plan.ts'
import { openLocalSession } from '../postgres/local-session.ts'
import type { Session } from '../postgres/session.ts'
import { TEMPLATE, tinyPlan, toProve } from '../testing/tiny-application.ts'
import {
  GOOD_MIGRATION,
  GOOD_READERS,
  MIGRATION_PROOF,
  MIGRATION_SCHEMA,
  MIGRATION_SEED,
} from '../testing/tiny-migrations.ts'
import { findActors } from '../worlds/actors.ts'
import { concludeProof } from './conclude.ts'
import { proveCases } from './prove-cases.ts'

let session: Session
let database: TestDatabase
before(async () => {
  await loadModule()
  session = await openLocalSession({ template: TEMPLATE })
  database = await createTestDatabase(session, MIGRATION_SCHEMA, tinyPlan(MIGRATION_PROOF))
  await loadSeed(database, { file: 'seed.sql', sql: MIGRATION_SEED })
})
after(() => session.close())

async function prove(
  label: 'good' | 'bad',
  code: string,
  violates: string[] = [],
  query = 'read-docs',
): Promise<Proof> {
  const one = toProve(label, code, violates)
  const proofRun = {
    database,
    seed: 'seed.sql',
    actors: await findActors(database),
    onCase: () => {},
    kills: new Map(),
  }
  const [findings] = await proveCases(proofRun, [{ ...findQuery(database.plan, query), cases: [one] }])
  assert.ok(findings)
  return concludeProof(one, findings, [{ id: 'R1' }, { id: 'R2' }, { id: 'R3' }])
}

const REFUSED: [string, string, RegExp][] = [
  ['another role', 'create role boss superuser', /line 13: a migration may not have CREATE ROLE/],
  ['SET ROLE', 'set role postgres', /may not have VARIABLE SET/],
  ['DO', 'do $$ begin perform 1; end $$', /may not have DO/],
  ['COPY', "copy docs to program 'true'", /may not have COPY/],
  ['COMMIT', 'commit', /may not have TRANSACTION/],
  ['a rule', 'create rule r as on delete to docs do instead nothing', /may not have RULE/],
  ['a trigger that fires in worlds', 'alter table docs enable always trigger all', /ENABLE ALWAYS|syntax|PostgreSQL/],
  ['the triggers of a table disabled', 'alter table docs disable trigger user', /leaves triggers of one disabled/],
  ['a table dropped', 'drop table shares', /drops or renames shares, a table of the schema/],
  [
    'a function that takes another role',
    "create function f() returns int language sql set role = 'app_owner' as 'select 1'",
    /SET role, which may change its rights/,
  ],
  ['a procedure', "create procedure p() language sql as 'select 1'", /a procedure may end a transaction/],
  [
    'what PostgreSQL refuses',
    'create view v as select nothing from docs',
    /line 13: PostgreSQL does not accept the case: column "nothing" does not exist/,
  ],
]

const edited = (from: string, to: string, code = GOOD_MIGRATION) => {
  assert.ok(code.includes(from), from)
  return code.replace(from, to)
}

describe('a migration', () => {
  it('is proved where all operations keep all rules', async () => {
    const { unproved, witnesses } = await prove('good', GOOD_MIGRATION)
    assert.equal(unproved, undefined)
    assert.deepEqual(witnesses, [])
  })

  it('shows a view that reads with the rights of its owner', async () => {
    const { unproved, witnesses } = await prove('bad', edited(' with (security_invoker = true)', ''), ['R2', 'R1'])
    assert.equal(unproved, undefined)
    assert.deepEqual(
      witnesses.map(({ rule, call }) => [rule, call.query]),
      [
        ['R1', 'read-docs/list'],
        ['R2', 'read-docs/list'],
      ],
    )
  })

  it('shows a change that the trigger of a migration makes in a row of somebody else', async () => {
    const code = `${GOOD_MIGRATION}
      create function note_title() returns trigger language plpgsql security definer as $$
      begin
        update docs set title = new.title || ' (of ' || new.id || ')' where tenant_id = new.tenant_id and id <> new.id and status = 'filed';
        return null;
      end $$;
      create trigger docs_note after update of title on docs for each row when (pg_trigger_depth() = 0) execute function note_title();`
    const { unproved, witnesses } = await prove('bad', code, ['R3', 'R2'])
    assert.equal(unproved, undefined)
    assert.deepEqual(
      witnesses.map(({ rule, call, evidence }) => [rule, call.query, evidence.kind]),
      [
        ['R2', 'read-docs/rename', 'forbidden-change'],
        ['R3', 'read-docs/rename', 'forbidden-change'],
      ],
    )
  })

  it('leaves nothing behind for the next case', async () => {
    const code = `${GOOD_MIGRATION}
      create table read_marks (doc_id int, marked_at timestamptz default now());
      create type mood as enum ('good', 'bad'); create sequence numbers;
      alter table docs add column pages int not null default 1; update docs set pages = 2 where id = 11;
      revoke delete on docs from member;`
    const before = await readState(database)
    assert.equal((await prove('good', code)).unproved, undefined)
    assert.deepEqual(await readState(database), before)
    assert.match(
      (await prove('good', `${GOOD_MIGRATION} select 1 from nowhere`)).unproved ?? '',
      /line \d+: a migration may not have SELECT/,
    )
    assert.deepEqual(await readState(database), before)
  })

  for (const [what, code, reason] of REFUSED)
    it(`is not run with ${what}`, async () => {
      const { unproved } = await prove('good', `${GOOD_MIGRATION}\n${code}`)
      assert.match(unproved ?? '', reason)
    })

  it('shows a policy whose two conditions are joined by OR', async () => {
    const code = edited('tenant_id = app_tenant_id()\n    and (', 'tenant_id = app_tenant_id()\n    or (')
    const { unproved, witnesses } = await prove('bad', code, ['R2'])
    assert.equal(unproved, undefined)
    assert.deepEqual(
      witnesses.map(({ rule }) => rule),
      ['R2'],
    )
  })
})

describe('calls after other calls', () => {
  it('leave a right migration proved', async () => {
    const { unproved, witnesses } = await prove('good', GOOD_READERS, [], 'share-docs')
    assert.equal(unproved, undefined)
    assert.deepEqual(witnesses, [])
  })

  it('leave a table of its own proved that refers to tables of the schema', async () => {
    const code = edited(
      'create table doc_readers (doc_id int not null',
      'create table doc_readers (doc_id int not null references docs on delete cascade',
      GOOD_READERS,
    )
    const { unproved, witnesses } = await prove('good', code, [], 'share-docs')
    assert.equal(unproved, undefined)
    assert.deepEqual(witnesses, [])
  })

  it('show a permission that one call takes and a trigger keeps', async () => {
    const code = edited(
      'create trigger shares_readers after insert or delete',
      'create trigger shares_readers after insert',
      GOOD_READERS,
    )
    const { unproved, witnesses } = await prove('bad', code, ['R2'], 'share-docs')
    assert.equal(unproved, undefined)
    assert.deepEqual(witnesses.map(told), ['ann share-docs/unshare, then ben share-docs/list: R2'])
  })

  it('show a flaw that needs two calls before', async () => {
    const code = edited('where r.doc_id = old.doc_id', 'where r.is_backfilled and r.doc_id = old.doc_id', GOOD_READERS)
    const { unproved, witnesses } = await prove('bad', code, ['R2'], 'share-docs')
    assert.equal(unproved, undefined)
    assert.deepEqual(witnesses.map(told), [
      'ann share-docs/share, then ann share-docs/unshare, then dan share-docs/list: R2',
    ])
    assert.match(
      witnesses[0] ? describeWitness(witnesses[0]) : '',
      /^After ann called share-docs\/share with doc_id = 11 and person_id = 4 and ann called share-docs\/unshare with .*, dan called share-docs\/list and got 2 rows instead of 1/,
    )
  })
})

/** The calls of a witness, and the rule. */
function told({ before = [], call, rule }: Witness): string {
  return `${[...before, call].map(({ actor, query }) => `${actor} ${query}`).join(', then ')}: ${rule}`
}
