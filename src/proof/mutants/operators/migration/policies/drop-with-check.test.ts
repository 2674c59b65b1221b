import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('drop-with-check', () => {
  it('leaves USING, which then holds for new rows', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'drop-with-check',
        `create policy docs_write on docs for update to member
  using (tenant_id = 1 and owner_id = 2) with check (owner_id = 2);`,
      ),
      [
        [
          '2 WITH CHECK (owner_id = 2)',
          'CREATE POLICY docs_write ON docs AS PERMISSIVE FOR UPDATE TO member USING (tenant_id = 1 AND owner_id = 2);',
        ],
      ],
    )
  })

  it('leaves a policy of INSERT alone, which has no USING', async () => {
    assert.deepEqual(
      await mutantsOfMigration('drop-with-check', 'create policy p on docs for insert with check (a = 1);'),
      [],
    )
  })
})
