import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('drop-trigger', () => {
  it('leaves out a trigger', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'drop-trigger',
        'create trigger t after insert on docs for each row execute function f();',
      ),
      [['1 trigger t on docs', ';']],
    )
  })
})
