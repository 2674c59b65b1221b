import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('drop-revoke', () => {
  it('leaves out REVOKE', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'drop-revoke',
        `revoke execute on function f(int) from public;
grant select on docs to member;`,
      ),
      [['1 REVOKE EXECUTE ON FUNCTION f(int) FROM PUBLIC RESTRICT', ';']],
    )
  })
})
