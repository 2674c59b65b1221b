import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../testing/mutants-of-migration.ts'

describe('drop-backfill', () => {
  it('leaves out what the migration writes itself', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'drop-backfill',
        `insert into readers select id from docs;
update docs set status = 'draft';`,
      ),
      [
        ['1 INSERT INTO readers SELECT id FROM docs', ';'],
        ["2 UPDATE docs SET status = 'draft'", ';'],
      ],
    )
  })

  it('leaves what a function writes to drop-write', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'drop-backfill',
        'create function f() returns void language plpgsql as $$ begin delete from docs; end $$;',
      ),
      [],
    )
  })
})
