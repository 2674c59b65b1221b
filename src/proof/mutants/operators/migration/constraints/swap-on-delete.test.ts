import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('swap-on-delete', () => {
  it('takes another action', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'swap-on-delete',
        'create table marks (a int references docs on delete cascade, b int references docs on delete set null, c int references docs);',
      ),
      [
        [
          '1 foreign key to docs: ON DELETE CASCADE → NO ACTION',
          'CREATE TABLE marks (a int REFERENCES docs, b int REFERENCES docs ON DELETE SET NULL, c int REFERENCES docs);',
        ],
        [
          '1 foreign key to docs: ON DELETE SET NULL → CASCADE',
          'CREATE TABLE marks (a int REFERENCES docs ON DELETE CASCADE, b int REFERENCES docs ON DELETE CASCADE, c int REFERENCES docs);',
        ],
        [
          '1 foreign key to docs: ON DELETE NO ACTION → CASCADE',
          'CREATE TABLE marks (a int REFERENCES docs ON DELETE CASCADE, b int REFERENCES docs ON DELETE SET NULL, c int REFERENCES docs ON DELETE CASCADE);',
        ],
      ],
    )
  })
})
