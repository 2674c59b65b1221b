import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('swap-trigger-time', () => {
  it('swaps BEFORE and AFTER', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'swap-trigger-time',
        `create trigger t before insert on docs for each row execute function f();
create trigger u after insert on docs for each row execute function f();`,
      ),
      [
        [
          '1 trigger t on docs: BEFORE → AFTER',
          'CREATE TRIGGER t AFTER INSERT ON docs FOR EACH ROW EXECUTE FUNCTION f ();',
        ],
        [
          '2 trigger u on docs: AFTER → BEFORE',
          'CREATE TRIGGER u BEFORE INSERT ON docs FOR EACH ROW EXECUTE FUNCTION f ();',
        ],
      ],
    )
  })

  it('leaves INSTEAD OF, statements and constraints alone', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'swap-trigger-time',
        `create trigger t instead of insert on v for each row execute function f();
create trigger u after insert on docs for each statement execute function f();
create constraint trigger c after insert on docs for each row execute function f();`,
      ),
      [],
    )
  })

  it('leaves a trigger alone that only refuses', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'swap-trigger-time',
        `create function f() returns trigger language plpgsql as $$ begin if new.a is distinct from old.a then raise exception 'no update'; end if; return new; end $$;
create trigger t before update on docs for each row execute function f();`,
      ),
      [],
    )
  })

  it('swaps a trigger that changes its row', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'swap-trigger-time',
        `create function f() returns trigger language plpgsql as $$ begin new.a := 1; return new; end $$;
create trigger t before update on docs for each row execute function f();`,
      ),
      [
        [
          '2 trigger t on docs: BEFORE → AFTER',
          'CREATE TRIGGER t AFTER UPDATE ON docs FOR EACH ROW EXECUTE FUNCTION f ();',
        ],
      ],
    )
  })
})
