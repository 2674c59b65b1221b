import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('drop-trigger-column', () => {
  it('leaves out each column', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'drop-trigger-column',
        'create trigger t before update of a, b on docs for each row execute function f();',
      ),
      [
        [
          '1 trigger t on docs: UPDATE OF a',
          'CREATE TRIGGER t BEFORE UPDATE OF b ON docs FOR EACH ROW EXECUTE FUNCTION f ();',
        ],
        [
          '1 trigger t on docs: UPDATE OF b',
          'CREATE TRIGGER t BEFORE UPDATE OF a ON docs FOR EACH ROW EXECUTE FUNCTION f ();',
        ],
      ],
    )
  })

  it('leaves a single column alone', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'drop-trigger-column',
        'create trigger t before update of a on docs for each row execute function f();',
      ),
      [],
    )
  })
})
