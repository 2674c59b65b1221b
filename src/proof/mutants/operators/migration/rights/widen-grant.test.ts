import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('widen-grant', () => {
  it('grants all columns', async () => {
    assert.deepEqual(
      await mutantsOfMigration('widen-grant', 'grant select (id, title), update (title) on docs to member;'),
      [
        ['1 GRANT SELECT (id, title) → GRANT SELECT', 'GRANT SELECT, UPDATE ( title ) ON docs TO member;'],
        ['1 GRANT UPDATE (title) → GRANT UPDATE', 'GRANT SELECT ( id, title ), UPDATE ON docs TO member;'],
      ],
    )
  })

  it('leaves rights on whole tables, and REVOKE alone', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'widen-grant',
        `grant select on docs to member;
revoke update (title) on docs from member;`,
      ),
      [],
    )
  })
})
