import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('grant-to-public', () => {
  it('grants to every role', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'grant-to-public',
        `grant select on docs to member;
grant execute on function f(int) to member, auditor;`,
      ),
      [
        ['1 TO member → TO PUBLIC', 'GRANT SELECT ON docs TO PUBLIC;'],
        ['2 TO member, auditor → TO PUBLIC', 'GRANT EXECUTE ON FUNCTION f(int) TO PUBLIC;'],
      ],
    )
  })

  it('leaves PUBLIC, a grant option and REVOKE alone', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'grant-to-public',
        `grant select on docs to public;
grant select on docs to member with grant option;
revoke all on docs from member;`,
      ),
      [],
    )
  })
})
