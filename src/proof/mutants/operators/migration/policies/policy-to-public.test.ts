import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('policy-to-public', () => {
  it('gives a policy to every role', async () => {
    assert.deepEqual(
      await mutantsOfMigration('policy-to-public', 'create policy p on docs for select to member, auditor using (a);'),
      [
        [
          '1 policy p on docs: TO member, auditor → TO PUBLIC',
          'CREATE POLICY p ON docs AS PERMISSIVE FOR SELECT TO PUBLIC USING (a);',
        ],
      ],
    )
  })

  it('leaves a policy of every role alone', async () => {
    assert.deepEqual(await mutantsOfMigration('policy-to-public', 'create policy p on docs for select using (a);'), [])
  })
})
