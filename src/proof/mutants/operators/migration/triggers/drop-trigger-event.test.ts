import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('drop-trigger-event', () => {
  it('leaves out each event, and with UPDATE its columns', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'drop-trigger-event',
        'create trigger t before insert or update of a, b or delete on docs for each row execute function f();',
      ),
      [
        [
          '1 trigger t on docs: INSERT',
          'CREATE TRIGGER t BEFORE DELETE OR UPDATE OF a, b ON docs FOR EACH ROW EXECUTE FUNCTION f ();',
        ],
        [
          '1 trigger t on docs: DELETE',
          'CREATE TRIGGER t BEFORE INSERT OR UPDATE OF a, b ON docs FOR EACH ROW EXECUTE FUNCTION f ();',
        ],
        [
          '1 trigger t on docs: UPDATE',
          'CREATE TRIGGER t BEFORE INSERT OR DELETE ON docs FOR EACH ROW EXECUTE FUNCTION f ();',
        ],
      ],
    )
  })

  it('leaves a single event alone', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'drop-trigger-event',
        'create trigger t after insert on docs for each row execute function f();',
      ),
      [],
    )
  })
})
