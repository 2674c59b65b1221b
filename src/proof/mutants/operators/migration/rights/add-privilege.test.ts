import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('add-privilege', () => {
  it('adds the first right that is not granted', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'add-privilege',
        `grant select on docs to member;
grant update, select (id) on docs to member;`,
      ),
      [
        ['1 GRANT SELECT → GRANT SELECT, UPDATE', 'GRANT SELECT, UPDATE ON docs TO member;'],
        [
          '2 GRANT UPDATE, SELECT → GRANT UPDATE, SELECT, INSERT',
          'GRANT UPDATE, SELECT ( id ), INSERT ON docs TO member;',
        ],
      ],
    )
  })

  it('leaves all rights, rights on functions, and REVOKE alone', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'add-privilege',
        `grant all on docs to member;
grant execute on function f() to member;
revoke update on docs from member;`,
      ),
      [],
    )
  })
})
