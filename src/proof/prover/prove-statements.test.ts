import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { describeWitness } from '../../lib/witness/describe-witness.ts'
import type { Proof } from '../../witness.ts'
import { emptyFindings } from '../cases/findings.ts'
import { CHECKS_OF_MIGRATIONS } from '../checks/checks.ts'
import { runChecks } from '../checks/run-checks.ts'
import { createTestDatabase, loadSeed, type TestDatabase } from '../database/test-database.ts'
import { findQuery } from '../plan/plan.ts'
import { openLocalSession } from '../postgres/local-session.ts'
import type { Session } from '../postgres/session.ts'
import { TEMPLATE, tinyPlan, toProve } from '../testing/tiny-application.ts'
import { EXPOSED_PROOF, EXPOSED_SEED, GOOD_EXPOSED } from '../testing/tiny-exposed.ts'
import { MIGRATION_SCHEMA } from '../testing/tiny-migrations.ts'
import { findActors } from '../worlds/actors.ts'
import { openWorld } from '../worlds/open-world.ts'
import { UNCHANGED } from '../worlds/world.ts'
import { concludeProof } from './conclude.ts'
import { proveCases } from './prove-cases.ts'
import { prepareMigration } from './prove-migrations.ts'

let session: Session
let database: TestDatabase
before(async () => {
  await loadModule()
  session = await openLocalSession({ template: TEMPLATE })
  database = await createTestDatabase(session, MIGRATION_SCHEMA, tinyPlan(EXPOSED_PROOF))
  await loadSeed(database, { file: 'seed.sql', sql: EXPOSED_SEED })
})
after(() => session.close())

async function prove(label: 'good' | 'bad', code: string, violates: string[] = [], on = database): Promise<Proof> {
  const one = toProve(label, code, violates)
  const actors = await findActors(on)
  const proofRun = { database: on, seed: 'seed.sql', actors, onCase: () => {}, kills: new Map() }
  const [findings] = await proveCases(proofRun, [{ ...findQuery(on.plan, 'api-docs'), cases: [one] }])
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

const planned = async (code: string) => {
  const prepared = await prepareMigration(
    { database, seed: 'seed.sql', onCase: () => {} },
    findQuery(database.plan, 'api-docs').operations ?? [],
    emptyFindings('api-docs-01-good.md'),
    toProve('good', code, []),
    (
      number => () =>
        number++
    )(0),
  )
  assert.ok(!('refused' in prepared))
  return prepared
}

describe('the statements of a plan', () => {
  it('are SQL that PostgreSQL runs: an error is about rights or rows', async () => {
    await using prepared = await planned(GOOD_EXPOSED)
    await using _ = await openWorld(prepared.database, UNCHANGED)
    const errors = new Set<string>()
    let done = 0
    for (const { query, callPlan, program } of prepared.caseRuns.filter(one => one.query.statements !== undefined)) {
      for (const actor of Object.keys(database.plan.actors)) {
        const context = database.plan.actors[actor] ?? {}
        const digests = await program.run(callPlan.callsOf(actor).map(parameters => [{ context, parameters }]))
        for (const { error } of digests) error === undefined ? done++ : errors.add(error)
        assert.ok(digests.length > 0 || query.statements === 'keys', actor)
      }
    }
    // Refused by a policy or a grant, a key that is taken, a check option.
    assert.deepEqual([...errors].sort(), ['23505', '42501', '44000'])
    assert.ok(done > 50, `${done} statements did something`)
  })

  it('are of each kind, and each says why it is there', async () => {
    await using prepared = await planned(GOOD_EXPOSED)
    const calls = prepared.caseRuns.flatMap(({ query, callPlan }) =>
      query.statements === undefined ? [] : callPlan.plannedFor('ann'),
    )
    const sent = calls.map(({ parameters }) => Object.values(parameters)[0] ?? '')
    for (const kind of [
      /^select id, tenant_id, owner_id, title, status from docs$/,
      /^select count\(\*\) from shares$/,
      /^select id from docs for (update|share)$/,
      /^select id from docs where id = 21$/,
      /^update docs set tenant_id = 2$/,
      /^update docs set title = 'new' where id = 12$/,
      /^update docs set status = 'closed' where id = 11$/,
      /^update docs set tenant_id = \d, status = '\w+' where id = 1\d$/,
      /^update docs .* returning id, tenant_id, owner_id, title, status$/,
      /^delete from shares where doc_id = 13 and person_id = 2$/,
      /^insert into docs \(tenant_id, owner_id, title\) values \(1, 2, 'plan of ann'\)$/,
      /^insert into shares .* on conflict \(doc_id, person_id\) do nothing returning doc_id, person_id$/,
      /^merge into docs .* when matched then update set title = 'new'$/,
      /^merge into docs .* when matched then delete$/,
      /^merge into docs .* when not matched then insert \(tenant_id, owner_id, title\) values \(2, 3, 'plan of cleo'\)$/,
    ])
      assert.ok(
        sent.some(one => kind.test(one)),
        `${kind}`,
      )
    assert.ok(calls.every(({ reason, why }) => reason === 'statements' && why !== ''))
    // Columns without the right to write them, and keys with a default, are left out.
    assert.ok(sent.every(one => !/^insert into docs \(id\b|^update docs set (id|secret)\b/.test(one)))
  })

  it('are about the rows of the table that most columns of a view come from', async () => {
    const view = `create table areas (id int primary key, name text); insert into areas values (1, 'north');
      create view placed with (security_invoker = on) as
        select d.id, d.title, d.status, a.name from docs d left join areas a on a.id = d.tenant_id;
      grant select on areas, placed to member;`
    await using prepared = await planned(`${GOOD_EXPOSED} ${view}`)
    const reads = prepared.caseRuns.find(({ query }) => query.statements === 'reads')
    const sent = (reads?.callPlan.plannedFor('ann') ?? []).map(({ parameters }) => Object.values(parameters)[0])
    assert.ok(sent.includes('select id from placed where id = 21'), sent.join('\n'))
  })

  it('are of relations that are there', async () => {
    const plan = tinyPlan(EXPOSED_PROOF.replace('exposes: all', 'exposes: [docs, my_dogs]'))
    const { unproved } = await prove('good', GOOD_EXPOSED, [], { ...database, plan })
    assert.match(
      unproved ?? '',
      /line \d+ of proof.yaml: api-docs exposes "my_dogs", which is no table or view after the migration; all, or some of doc_cards, docs, my_docs, own_docs, people, shares, tenants, was wanted/,
    )
  })
})

describe('after a statement of a client', () => {
  it('others are asked for whole rows: a trigger keeps a permission that was taken', async () => {
    const code = edited(
      'select exists (select from shares s where s.doc_id = doc and s.person_id = app_user_id())',
      'select exists (select from doc_readers s where s.doc_id = doc and s.person_id = app_user_id())',
    ).replace(
      'create function is_shared',
      found => `create table doc_readers (doc_id int, person_id int, primary key (doc_id, person_id));
      insert into doc_readers select doc_id, person_id from shares;
      create function keep_readers() returns trigger language plpgsql security definer set search_path = public as $$
      begin
        insert into doc_readers values (new.doc_id, new.person_id) on conflict do nothing;
        return null;
      end $$;
      create trigger shares_readers after insert on shares for each row execute function keep_readers();
      ${found}`,
    )
    const { unproved, witnesses } = await prove('bad', code, ['R2'])
    assert.equal(unproved, undefined)
    assert.match(
      witnesses[0] ? describeWitness(witnesses[0]) : '',
      /^After ann sent “delete from shares[^”]*”, ben (called api-docs\/list|sent “select [^”]* from docs”) and got 3 rows instead of 2, because of row 11/,
    )
  })
})

/** Whoever names another owner where the condition holds closes all documents of that owner. */
const passingOn = (condition: string) => `${GOOD_EXPOSED}
  create function pass_on() returns trigger language plpgsql security definer set search_path = public as $$
  begin
    if new.owner_id <> old.owner_id and ${condition} then
      update docs set status = 'closed' where owner_id = new.owner_id and status <> 'closed';
    end if;
    new.owner_id := old.owner_id;
    return new;
  end $$;
  create trigger docs_owner before update on docs for each row execute function pass_on();`

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
      'where id = old.id;',
      'where id = old.id and owner_id = app_user_id() returning secret into new.secret;',
    ).replace('rename_card() returns trigger language plpgsql', '$& security definer'),
    ['R4'],
    /^ann sent “update doc_cards set title = 'new'[^”]* returning id, title, secret” and got secret = s11 instead of/,
  ],
  [
    'two columns at once: whoever closes a document and names another owner closes all of theirs',
    passingOn("new.status = 'closed'"),
    ['R2', 'R3', 'R1'],
    /^ann sent “update docs set owner_id = \d+, status = 'closed' where id = 11” and updated a row of docs that R1 hides from ann/,
  ],
  [
    'two columns at once, in a row of one state: whoever files a draft and names another owner closes all of theirs',
    passingOn("old.status = 'draft' and new.status = 'filed'"),
    ['R2', 'R3', 'R1'],
    /^ann sent “update docs set owner_id = \d+, status = 'filed' where id = 11” and updated a row of docs that R1 hides from ann/,
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
  it('by MERGE too what UPDATE and DELETE show', async () => {
    const code = `${GOOD_EXPOSED} create policy docs_shared on docs for all to member
      using (tenant_id = app_tenant_id() and is_shared(id)) with check (tenant_id = app_tenant_id());`
    await using prepared = await planned(code)
    const actors = await findActors(prepared.database)
    const proofRun = { database: prepared.database, seed: 'seed.sql', actors, onCase: () => {}, kills: new Map() }
    const [writes] = prepared.caseRuns.filter(({ query }) => query.statements === 'writes')
    assert.ok(writes)
    // Of ben, who is no representative, as if he were one.
    const merge = 'merge into docs as t using (values (11)) as s (id) on t.id = s.id when matched then'
    const calls = [`${merge} update set title = 'new'`, `${merge} delete`].map(statement => ({ statement }))
    const callsOf = (actor: string) => (actor === 'ben' ? calls : [])
    const caseRun = { ...writes, callPlan: { ...writes.callPlan, callsOf, usualCount: () => calls.length } }
    await runChecks(proofRun, [caseRun], CHECKS_OF_MIGRATIONS)
    const { R3 } = caseRun.findings.witnesses
    assert.match(
      R3 ? describeWitness(R3) : '',
      /^ben sent “merge into docs [^”]* when matched then update set title = 'new'” and updated a row of docs in a way that R3 forbids: 11/,
    )
  })

  for (const [what, code, violates, sentence] of FLAWS)
    it(what, async () => {
      const { unproved, witnesses } = await prove('bad', code, violates)
      assert.equal(unproved, undefined)
      assert.match(witnesses[0] ? describeWitness(witnesses[0]) : '', sentence)
    })
})
