// Parts that cannot hide anything, although no call differs without them; and their twins that hide a flaw.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type MigrationBench, openMigrationBench } from '../../testing/migration-bench.ts'
import { GOOD_MIGRATION, GOOD_READERS } from '../../testing/tiny-migrations.ts'

let bench: MigrationBench
before(async () => {
  bench = await openMigrationBench()
})
after(() => bench.session.close())

/** Shares with a kind that has a default, and a trigger that sets it once more. */
const filled = (body: string, trigger = 'before insert on shares for each row', more = '') => `${GOOD_READERS}
alter table shares add column kind text not null default 'plain', add column made_by int default app_user_id();
${more}create function fill() returns trigger language plpgsql as $$ begin ${body} return new; end $$;
create trigger fill ${trigger} execute function fill();`

const SET = "new.kind := 'plain'; new.made_by := app_user_id();"
const LOUD = "raise notice 'by event';"

describe('an assignment that each run makes, of a value that is always the same', () => {
  const proved = async (code: string) => assert.equal((await bench.good(code, 'share-docs')).unproved, undefined)

  it('need only be executed', async () => {
    await proved(filled(SET))
    await proved(
      filled(`if tg_op = 'INSERT' then ${SET} end if;`, 'before insert or delete on shares for each row').replace(
        'return new;',
        "if tg_op = 'DELETE' then return old; end if; return new;",
      ),
    )
  })

  for (const [what, code] of [
    [
      'no call executes it',
      filled(`if tg_op = 'UPDATE' then ${SET} end if;`, 'before insert or update on shares for each row'),
    ],
    ['it stands in a branch', filled(`if new.person_id = 4 then ${LOUD} ${SET} end if;`)],
    [
      'it stands behind what leaves the function',
      filled(`if new.person_id <> 4 then ${LOUD} return new; end if; ${SET}`),
    ],
    [
      'its trigger has a condition',
      filled(`${LOUD} ${SET}`, 'before insert on shares for each row when (new.person_id = 4)'),
    ],
    ['its trigger waits for a column', filled(SET, 'before insert or update of kind on shares for each row')],
    ['its value is one of the client', filled("new.kind := coalesce(new.kind, 'plain');")],
    ['its value is found in rows', filled("new.kind := (select 'plain' from people p where p.id = app_user_id());")],
    [
      'its value is given by a function of the migration',
      filled(
        'new.kind := kind_of();',
        undefined,
        "create function kind_of() returns text language sql stable as $$ select case when (select count(*) from people) > 5000 then 'free' else 'plain' end $$;\n",
      ),
    ],
    [
      'the settings of the call are changed',
      filled('if new.person_id > 5000 then set local "app.user_id" = 2; end if; new.made_by := app_user_id();'),
    ],
    ['errors are caught', filled(`begin perform 1 from people; exception when others then null; end; ${SET}`)],
  ] as const)
    it(`must be seen at work where ${what}`, async () => {
      const { unproved = 'proved' } = await bench.good(code, 'share-docs')
      assert.match(unproved, /new\.(?:kind|made_by) :=|and \d more/i)
    })
})

const edited = (code: string, from: string, to: string) => {
  assert.ok(code.includes(from), from)
  return code.replace(from, () => to)
}

const OWN = 'tenant_id = app_tenant_id() and owner_id = app_user_id()'

/** Two policies for two kinds of rows, whose new rows have to meet the same condition. */
const twice = (second = `${OWN} and status in ('draft', 'filed')`, roles = 'member') =>
  edited(
    GOOD_MIGRATION,
    `  using (${OWN}) with check (${OWN});`,
    `  using (${OWN} and status = 'draft') with check (${OWN} and status in ('draft', 'filed'));
create policy docs_write_filed on docs for update to ${roles}
  using (${OWN} and status = 'filed') with check (${second});`,
  )

describe('a condition that several policies hold for the same rows', () => {
  it('is seen at work where it is left out in each', async () => {
    assert.equal((await bench.good(twice())).unproved, undefined)
  })

  for (const [what, code, part] of [
    [
      'an arm in one of them',
      twice(`${OWN} and (status in ('draft', 'filed') or id > 5000)`),
      /line 11: .* and 3 more/,
    ],
    [
      'a value in one of them',
      twice(`${OWN} and status in ('draft', 'filed', 'closed')`),
      /line 11: 'draft' in .*'closed'/,
    ],
    ['the same value in both', twice().replaceAll("('draft', 'filed')", "('draft', 'filed', 'closed')"), /'closed' in/],
    ['the condition for another role', twice(undefined, 'member, auditor'), /'filed' in|auditor/],
  ] as const)
    it(`hides nothing: ${what}`, async () => {
      assert.match((await bench.good(code)).unproved ?? 'proved', part)
    })
})

/** The tenants of a caller, of which the policies make a condition. */
const chosen = (cases: string, condition = 'tenant_id = any (tenants_of_caller())') =>
  `create function tenants_of_caller() returns int[] language plpgsql stable as $$ begin
  return case app_tenant_id() ${cases} end;
end $$;
${edited(GOOD_MIGRATION, 'using (can_read(docs))', `using (${condition} and can_read(docs))`)}`.replace(
    'select d.tenant_id = app_tenant_id()',
    'select true',
  )

/** The same for rows that are kept from a caller. */
const KEPT_FROM = edited(
  chosen('').replaceAll('tenants_of_caller', 'kept_from_caller'),
  'using (tenant_id = any (kept_from_caller()) and can_read(docs))',
  'using (not (owner_id = any (kept_from_caller())))',
).replace(
  'case app_tenant_id()',
  "case app_user_id() when 1 then '{2,3,4}'::int[] when 2 then '{3,4}' when 3 then '{1,2,4}' when 4 then '{1,2,3}' else '{}'",
)

describe('an ELSE that no call comes to', () => {
  it('may be empty, where it only refuses', async () => {
    const code = `${GOOD_MIGRATION}create function steps(status text) returns text[] language plpgsql as $$ begin
      return case status when 'draft' then array['draft', 'filed'] when 'filed' then array['filed'] else '{}' end;
    end $$;
    create function step() returns trigger language plpgsql as $$ begin
      if new.status <> all (steps(old.status)) then raise exception 'no such step' using errcode = '55000'; end if;
      return new;
    end $$;
    create trigger step before update on docs for each row execute function step();`
    const { unproved = '' } = await bench.good(code)
    assert.doesNotMatch(unproved, /ELSE/)
  })

  it('may be empty, where that does as NULL does', async () => {
    const code = chosen("when 1 then '{1}'::int[] when 2 then '{2}' else '{}'")
    assert.equal((await bench.good(code)).unproved, undefined)
  })

  for (const [what, code] of [
    ['is not empty', chosen("when 1 then '{1}'::int[] when 2 then '{2}' else '{1,2}'")],
    ['lets all rows through by being empty', KEPT_FROM],
    [
      'is found in rows',
      chosen("when 1 then '{1}'::int[] when 2 then '{2}' else array(select p.tenant_id from people p)"),
    ],
  ] as const)
    it(`must be seen at work where it ${what}`, async () => {
      assert.match((await bench.good(code)).unproved ?? 'proved', /ELSE/)
    })
})
