// Parts that cannot hide anything, although no call differs without them; and their twins that hide a flaw.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type MigrationBench, openMigrationBench } from '../../testing/migration-bench.ts'
import { GOOD_READERS } from '../../testing/tiny-migrations.ts'

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
