import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readState } from '../database/session-state.ts'
import { type MigrationBench, openMigrationBench } from '../testing/migration-bench.ts'
import { GOOD_MIGRATION } from '../testing/tiny-migrations.ts'

let bench: MigrationBench
before(async () => {
  bench = await openMigrationBench()
})
after(() => bench.session.close())

const VIEW = 'create view my_docs with (security_invoker = true) as select id, title from docs;'

/** The good migration, whose view first does something with the rights of the owner. */
function doing(work: string): string {
  assert.ok(GOOD_MIGRATION.includes(VIEW))
  return GOOD_MIGRATION.replace(
    VIEW,
    `create function docs_of_caller() returns table (id int, title text) language plpgsql security definer as $f$
    begin
      ${work}
      return query select d.id, d.title from docs d where can_read(d);
    end $f$;
    create view my_docs as select * from docs_of_caller();`,
  )
}

const WRITE = "update docs set secret = 'x' where status = 'closed';"

const REFUSED: [string, string, RegExp][] = [
  [
    'takes the triggers of the log from a table while it writes',
    doing(`alter table docs disable trigger user; ${WRITE} alter table docs enable trigger user;`),
    /permission denied for ALTER TABLE inside of a call/,
  ],
  [
    'does so by a text',
    doing(`execute 'alter table ' || 'docs disable trigger user'; ${WRITE}`),
    /permission denied for ALTER TABLE inside of a call/,
  ],
  ['grants itself something', doing(`execute 'grant all on docs to auditor';`), /permission denied for GRANT inside/],
  [
    'puts a rule before its writes',
    doing(`execute 'create rule r as on update to docs do instead nothing';`),
    /permission denied for CREATE RULE inside of a call/,
  ],
  [
    'drops a policy and catches the error',
    doing(`begin execute 'drop policy docs_read on docs'; exception when others then null; end;`),
    /a call tries to create, alter, drop or grant something/,
  ],
  [
    'has a function of its own in place of one of PostgreSQL, which hides the log',
    `${GOOD_MIGRATION}
    create function json_build_array(text, text, text, text) returns json language sql immutable as $f$ select null::json $f$;`,
    /line 13: the function json_build_array has the name of a function of PostgreSQL/,
  ],
  [
    'has a function that the engine would call to read the time',
    `${GOOD_MIGRATION}
    create function to_json(timestamptz) returns json language plpgsql as $f$ begin return '"x"'; end $f$;`,
    /line 13: the function to_json has the name of a function of PostgreSQL/,
  ],
  [
    'has a constraint that runs with the rights of the engine while worlds are made',
    `${GOOD_MIGRATION}
    create function noted(t text) returns boolean language plpgsql as $f$ begin perform set_config('session_replication_role', 'origin', true); return true; exception when others then return true; end $f$;
    alter table docs add check (noted(title));`,
    /line 13: the function noted is called by a constraint, .* more than a computation/,
  ],
  [
    'asks how far a sequence has come, which no rollback undoes',
    `create sequence calls;\n${doing('if (select last_value from calls) > 5000 then perform 1; end if;')}`,
    /permission denied for sequence calls/,
  ],
  [
    'puts a view in place of a table that rules are about',
    'alter table docs rename to kept; create view docs as select * from kept; create view my_docs as select id, title from docs;',
    /line 1: the migration drops or renames docs, a table of the schema/,
  ],
  [
    'renames a column that rules are about',
    `${GOOD_MIGRATION}\nalter table docs rename column secret to hidden;`,
    /line 13: the migration drops, renames or retypes docs.secret/,
  ],
]

describe('a hostile migration', () => {
  for (const [what, code, reason] of REFUSED)
    it(`is unproved where it ${what}`, async () => {
      const state = await readState(bench.database)
      assert.match((await bench.good(code)).unproved ?? 'proved', reason)
      assert.deepEqual(await readState(bench.database), state)
    })

  it('may compute from the arguments of a function in a constraint', async () => {
    const code = `${GOOD_MIGRATION}
    create function is_short(t text) returns boolean language sql immutable as $f$ select length(t) < 200 $f$;
    alter table docs add check (is_short(title));`
    assert.equal((await bench.good(code)).unproved, undefined)
  })

  it('shows the rows that it takes away by TRUNCATE', async () => {
    const code = doing('').replace('can_read(d);', 'can_read(d); truncate docs cascade;')
    const { witnesses } = await bench.good(code)
    const [evidence] = witnesses.flatMap(one => (one.rule === 'R3' ? [one.evidence] : []))
    assert.equal(evidence?.kind, 'forbidden-change')
  })

  it('shows what a deferred trigger does at the end of a call', async () => {
    const code = GOOD_MIGRATION.concat(`
    create function later() returns trigger language plpgsql security definer as $f$
    begin
      update docs set secret = 'x' where status = 'closed' and secret <> 'x';
      return null;
    end $f$;
    create constraint trigger later after update on docs deferrable initially deferred
      for each row when (pg_trigger_depth() = 0) execute function later();`)
    const { witnesses } = await bench.good(code)
    assert.deepEqual(
      witnesses.map(({ rule }) => rule),
      ['R1', 'R2', 'R3'],
    )
    assert.equal(witnesses.at(-1)?.evidence.kind, 'forbidden-change')
  })
})
