import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('drop-unique', () => {
  it('leaves the index', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'drop-unique',
        `create unique index i on docs (title) where archived_at is null;
create index j on docs (title);`,
      ),
      [['1 UNIQUE of index i on docs', 'CREATE INDEX i ON docs (title) WHERE archived_at IS NULL;']],
    )
  })
})
