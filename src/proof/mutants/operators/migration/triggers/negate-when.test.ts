import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('negate-when', () => {
  it('turns a condition of several parts round', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'negate-when',
        'create trigger t after update on docs for each row when (old.a = 1 and new.a = 2) execute function f();',
      ),
      [
        [
          '1 WHEN (old.a = 1 AND new.a = 2) → NOT',
          'CREATE TRIGGER t AFTER UPDATE ON docs FOR EACH ROW WHEN ( NOT (old.a = 1 AND new.a = 2) ) EXECUTE FUNCTION f ();',
        ],
      ],
    )
  })

  it('leaves a trigger without a condition alone', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'negate-when',
        'create trigger t after update on docs for each row execute function f();',
      ),
      [],
    )
  })
})
