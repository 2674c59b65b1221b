import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('swap-old-new', () => {
  it('swaps the rows in the condition of a trigger', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'swap-old-new',
        "create trigger t after update on docs for each row when (old.status = 'draft') execute function f();",
      ),
      [
        [
          '1 old.status → new.status',
          "CREATE TRIGGER t AFTER UPDATE ON docs FOR EACH ROW WHEN ( new.status = 'draft' ) EXECUTE FUNCTION f ();",
        ],
      ],
    )
  })

  it('swaps the rows in a function', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'swap-old-new',
        `create function f() returns trigger language plpgsql as $$
begin
  if new.status = 'filed' then return null; end if;
  return new;
end $$;`,
      ),
      [
        [
          '3 new.status → old.status',
          "create function f() returns trigger language plpgsql as $$  begin   if old.status = 'filed' then return null; end if;   return new; end  $$;",
        ],
      ],
    )
  })

  it('leaves a column alone that no call sets, where nothing but UPDATE fires the trigger', async () => {
    const migration = (events: string) => `
create function f() returns trigger language plpgsql as $$ begin perform old.owner_id; return new; end $$;
create trigger t before ${events} on docs for each row execute function f();`
    const mutants = (events: string, ...operations: string[]) =>
      mutantsOfMigration('swap-old-new', migration(events), { operations })
    assert.deepEqual(await mutants('update', 'update docs set title = :title where owner_id = 1'), [])
    assert.equal((await mutants('update', 'update docs set owner_id = :owner_id')).length, 1)
    assert.equal((await mutants('insert or update', 'update docs set title = :title')).length, 1)
    // Clients write statements of their own.
    assert.equal((await mutantsOfMigration('swap-old-new', migration('update'))).length, 1)
  })
})
