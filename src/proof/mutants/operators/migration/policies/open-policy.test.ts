import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('open-policy', () => {
  it('lets all rows through, old ones and new ones', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'open-policy',
        `create policy docs_write on docs for update to member
  using (tenant_id = 1 and owner_id = 2) with check (owner_id = 2 or is_shared);`,
      ),
      [
        [
          '2 USING (tenant_id = 1 AND owner_id = 2) → USING (true)',
          'CREATE POLICY docs_write ON docs AS PERMISSIVE FOR UPDATE TO member USING (true) WITH CHECK (owner_id = 2 OR is_shared);',
        ],
        [
          '2 WITH CHECK (owner_id = 2 OR is_shared) → WITH CHECK (true)',
          'CREATE POLICY docs_write ON docs AS PERMISSIVE FOR UPDATE TO member USING (tenant_id = 1 AND owner_id = 2) WITH CHECK (true);',
        ],
      ],
    )
  })

  it('leaves a condition that is true alone', async () => {
    assert.deepEqual(await mutantsOfMigration('open-policy', 'create policy p on docs for select using (true);'), [])
  })
})
