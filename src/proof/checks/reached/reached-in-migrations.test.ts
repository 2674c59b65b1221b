import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type MigrationBench, openMigrationBench } from '../../testing/migration-bench.ts'
import { GOOD_MIGRATION, GOOD_READERS } from '../../testing/tiny-migrations.ts'

let bench: MigrationBench
before(async () => {
  bench = await openMigrationBench()
})
after(() => bench.session.close())

const edited = (code: string, from: string, to: string) => {
  assert.ok(code.includes(from), from)
  return code.replace(from, () => to)
}

/** What waits for something that no call brings about, with the part that the proof names. */
const WAITING: [string, string, string][] = [
  [
    'an arm of a policy',
    edited(GOOD_MIGRATION, 'using (can_read(docs))', 'using (can_read(docs) or (select count(*) from people) > 5000)'),
    'line 7: ((SELECT count(*) FROM people)) > 5000',
  ],
  [
    'a second policy',
    `${GOOD_MIGRATION}create policy late on docs for select to member using (id > 1000000);`,
    'line 12: policy late',
  ],
  [
    'an arm in a function that a policy calls',
    edited(GOOD_MIGRATION, '(d.owner_id = app_user_id() or', '(d.owner_id = app_user_id() or d.id > 5000 or'),
    'line 5: d.id > 5000',
  ],
  [
    'a side of a view',
    edited(
      GOOD_MIGRATION,
      'title from docs;',
      'title from docs\n  union all select id, secret from docs where id > 5000;',
    ),
    'line 11: UNION SELECT id, secret FROM docs WHERE id > 5000',
  ],
  [
    'a role of a policy',
    edited(GOOD_MIGRATION, 'for select to member using', 'for select to member, auditor using'),
    'line 7: policy docs_read to auditor',
  ],
  [
    'the condition of a trigger',
    `${GOOD_MIGRATION}create function stop() returns trigger language plpgsql as $$ begin
      raise exception 'closed' using errcode = '42501';
    end $$;
    create trigger stop before update on docs for each row when (old.status = 'closed' and length(old.title) < 100) execute function stop();`,
    'line 15: when length(old.title) < 100',
  ],
  [
    'a write of a trigger',
    `${GOOD_MIGRATION}create function move() returns trigger language plpgsql security definer as $$ begin
      if (select count(*) from people) > 40 then
        update docs set owner_id = app_user_id() where status = 'closed';
      end if;
      return new;
    end $$;
    create trigger move before update on docs for each row execute function move();`,
    "line 14: update docs set owner_id = app_user_id() where status = 'closed'",
  ],
  [
    'what leaves out the check of a function',
    `${GOOD_MIGRATION}create function check_open(status text) returns void language plpgsql as $$ begin
      if (select count(*) from people) > 5000 then return; end if;
      if status = 'closed' then raise exception 'closed' using errcode = '42501'; end if;
    end $$;
    create function stop() returns trigger language plpgsql as $$ begin perform check_open(old.status); return new; end $$;
    create trigger stop before update on docs for each row execute function stop();`,
    'line 13: (select count(*) from people) > 5000',
  ],
  [
    'what leaves out the check of a trigger that comes after the row',
    `${GOOD_MIGRATION}create function stop() returns trigger language plpgsql as $$ begin
      if (select count(*) from people) > 5000 then return null; end if;
      if old.status = 'closed' then raise exception 'closed' using errcode = '42501'; end if;
      return null;
    end $$;
    create trigger stop after update on docs for each row execute function stop();`,
    'line 13: (select count(*) from people) > 5000',
  ],
  [
    'a condition of rows that are counted',
    `${GOOD_MIGRATION}create function stop() returns trigger language plpgsql as $$ declare n int; begin
      perform 1 from docs x where x.id = old.id and x.status = 'closed' and (select count(*) from people) < 5000;
      get diagnostics n = row_count;
      if n > 0 then raise exception 'closed' using errcode = '42501'; end if;
      return new;
    end $$;
    create trigger stop before update on docs for each row execute function stop();`,
    'line 13: ((SELECT count(*) FROM people)) < 5000',
  ],
]

const RENAMED = 'alter function can_read(docs) rename to may;\ncreate policy docs_read'
/** Another function takes the former name. */
const TAKEN = `create function can_read(d docs) returns boolean language sql stable as $$ select d.tenant_id = app_tenant_id() $$;\n`

const LATE = 'create policy late on docs for select to member using (id > 1000000);'

/** What waits, and is renamed, altered or seemingly replaced by a later statement. */
const LATER: [string, string, string][] = [
  ['a policy that is renamed', `${GOOD_MIGRATION}${LATE}alter policy late on docs rename to later;`, 'policy late'],
  ['a policy that is altered', `${GOOD_MIGRATION}${LATE}alter policy late on docs to member;`, 'policy late'],
  [
    'a policy whose name is taken by one that is dropped',
    `${GOOD_MIGRATION}${LATE}alter policy late on docs rename to later;
      create policy late on docs for select to auditor using (false); drop policy late on docs;`,
    'policy late',
  ],
  [
    'a policy whose name is a part of another one',
    `${GOOD_MIGRATION}${LATE}drop policy if exists late_one on docs;`,
    'policy late',
  ],
  [
    'a function with the name and the number of arguments of another one',
    `${edited(GOOD_MIGRATION, '(d.owner_id =', '(d.id > 5000 or d.owner_id =')}create function can_read(d int) returns boolean language sql as 'select false';`,
    'line 5: d.id > 5000',
  ],
  [
    'a function whose name another one takes',
    `${edited(GOOD_MIGRATION, '(d.owner_id =', '(d.id > 5000 or d.owner_id =')}alter function can_read rename to may;
      create function can_read(d docs) returns boolean language sql as 'select false';`,
    'line 5: d.id > 5000',
  ],
  [
    'a function that is negated under another name',
    `${edited(
      edited(
        GOOD_MIGRATION,
        'select d.tenant_id = app_tenant_id()',
        'select (d.tenant_id = app_tenant_id() and d.id < 5000)',
      ),
      'create policy docs_read on docs for select to member using (can_read(docs));',
      'alter function can_read rename to may; create policy docs_read on docs for select to member using (not (not may(docs)));',
    )}`,
    'd.id < 5000',
  ],
  [
    'the condition of a trigger',
    `${GOOD_MIGRATION}create function stop() returns trigger language plpgsql as $$ begin
      raise exception 'closed' using errcode = '42501';
    end $$;
    create trigger stop before update on docs for each row when (old.status = 'closed' and length(old.title) < 100) execute function stop();
    alter trigger stop on docs rename to halt;`,
    'line 15: when length(old.title) < 100',
  ],
]

describe('a part of a migration that only permits more', () => {
  for (const [what, code, part] of WAITING)
    it(`must be seen at work: ${what}`, async () => {
      const { unproved = 'proved' } = await bench.good(code)
      assert.ok(unproved.startsWith('no call shows what a part of the case permits'), unproved)
      assert.ok(unproved.includes(part), unproved)
    })

  it('is seen in the call after the one that fired a trigger', async () => {
    assert.equal((await bench.good(GOOD_READERS, 'share-docs')).unproved, undefined)
    const code = edited(
      GOOD_READERS,
      '  else\n',
      `  elsif new.person_id > 5000 then
    insert into doc_readers (doc_id, person_id) select id, new.person_id from docs;
  else\n`,
    )
    assert.match((await bench.good(code, 'share-docs')).unproved ?? 'proved', /insert into doc_readers .* from docs/i)
  })

  it('is judged in the call after others that shows it', async () => {
    const code = edited(
      GOOD_MIGRATION,
      '(d.owner_id = app_user_id() or',
      "(d.owner_id = app_user_id() or d.title = 'open' or",
    )
    assert.match((await bench.good(code)).unproved ?? 'proved', /labelled good, but R2 breaks/)
  })

  it('is seen in a call after two others, about the rows of these', async () => {
    const code = edited(
      GOOD_READERS,
      '  return null;\n',
      `  if tg_op = 'DELETE' then
    insert into lost_readers values (old.doc_id, old.person_id) on conflict do nothing;
  elsif exists (select from lost_readers l where l.doc_id = new.doc_id and l.person_id = new.person_id) then
    raise exception 'once lost' using errcode = '42501';
  end if;
  return null;\n`,
    )
    const lost =
      'create table lost_readers (doc_id int not null, person_id int not null, primary key (doc_id, person_id));'
    assert.equal((await bench.good(`${lost}${code}`, 'share-docs')).unproved, undefined)
    const hidden = edited(
      code,
      "if tg_op = 'DELETE' then\n    insert into lost",
      "if tg_op = 'DELETE' and old.person_id < 5000 then\n    insert into lost",
    )
    assert.match((await bench.good(`${lost}${hidden}`, 'share-docs')).unproved ?? 'proved', /old\.person_id < 5000/)
  })

  it('may be a condition that only restricts, in a function that a policy calls', async () => {
    // No seed has a share across tenants, so that this condition changes nothing.
    assert.match(GOOD_MIGRATION, /select d\.tenant_id = app_tenant_id\(\)\s+and/)
    assert.equal((await bench.good(GOOD_MIGRATION)).unproved, undefined)
    const negated = edited(GOOD_MIGRATION, 'using (can_read(docs))', 'using (not (not can_read(docs)))')
    assert.match((await bench.good(negated)).unproved ?? 'proved', /line 4: d\.tenant_id = app_tenant_id\(\)/)
  })

  it('has the names that it had where it stands', async () => {
    const hidden = 'd.id > 5000 or d.owner_id = app_user_id()'
    const asked = (code: string, part: string) => edited(code, 'd.owner_id = app_user_id()', part)
    const renamed = edited(GOOD_MIGRATION, 'create policy docs_read', RENAMED).replaceAll(
      'using (can_read(',
      'using (may(',
    )
    assert.equal((await bench.good(renamed)).unproved, undefined)
    assert.match((await bench.good(asked(renamed, hidden))).unproved ?? 'proved', /d\.id > 5000/)
    const taken = edited(renamed, 'create policy docs_read', `${TAKEN}create policy docs_read`).replace(
      'using (tenant_id = app_tenant_id()',
      'using (can_read(docs)',
    )
    assert.equal((await bench.good(taken)).unproved, undefined)
    assert.match((await bench.good(asked(taken, hidden))).unproved ?? 'proved', /d\.id > 5000/)
  })

  it('has the rights that a later statement gives it', async () => {
    const code = `${GOOD_MIGRATION.replaceAll(' with (security_invoker = true)', '').replaceAll('title from docs;', 'title from docs where can_read(docs);')}
      alter view my_docs rename column title to heading; alter view my_docs rename to all_docs;
      alter view all_docs set (security_invoker = true); alter view all_docs rename heading to title; alter view all_docs rename to my_docs;
      alter function can_read(docs) security definer; alter function can_read rename to may; alter function may(docs) set search_path = public;`
    assert.equal((await bench.good(code)).unproved, undefined)
  })

  for (const [what, code, part] of LATER)
    it(`is not hidden by what comes later: ${what}`, async () => {
      const { unproved = 'proved' } = await bench.good(code)
      assert.ok(unproved.includes(part), unproved)
    })

  it('may be a right that no operation uses', async () => {
    const code = `${GOOD_MIGRATION}grant delete on docs to auditor; grant execute on function can_read(docs) to auditor;`
    assert.equal((await bench.good(code)).unproved, undefined)
  })

  it('cannot be judged where a function runs a text that cannot be read', async () => {
    const code = `${GOOD_MIGRATION}create function stop() returns trigger language plpgsql as $$ declare found boolean;
    begin
      execute 'sel' || 'ect count(*) > 77 from people' into found;
      return new;
    end $$;
    create trigger stop before update on docs for each row execute function stop();`
    assert.match((await bench.good(code)).unproved ?? 'proved', /a part of the case cannot be read \(line 14: sel\)/)
  })
})
