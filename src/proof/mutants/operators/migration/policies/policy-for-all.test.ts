import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('policy-for-all', () => {
  it('lets who may read write', async () => {
    assert.deepEqual(
      await mutantsOfMigration('policy-for-all', 'create policy p on docs for select to member using (a);'),
      [
        [
          '1 policy p on docs: FOR SELECT → FOR ALL',
          'CREATE POLICY p ON docs AS PERMISSIVE FOR ALL TO member USING (a);',
        ],
      ],
    )
  })

  it('leaves a policy of all commands and of INSERT alone', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'policy-for-all',
        `create policy p on docs using (a);
create policy q on docs for insert with check (b);`,
      ),
      [],
    )
  })
})
