import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../testing/mutants-of-migration.ts'

describe('drop-drop', () => {
  it('leaves out DROP', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'drop-drop',
        `drop policy p on docs;
drop trigger if exists t on docs;`,
      ),
      [
        ['1 DROP POLICY p ON docs', ';'],
        ['2 DROP TRIGGER IF EXISTS t ON docs', ';'],
      ],
    )
  })
})
