import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('drop-policy', () => {
  it('leaves out a policy, and an edit of one', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'drop-policy',
        `create policy docs_write on docs for update to member
  using (tenant_id = 1 and owner_id = 2) with check (owner_id = 2);
alter policy docs_read on docs using (true);`,
      ),
      [
        ['1 policy docs_write on docs', ';'],
        ['3 alter policy docs_read on docs', ';'],
      ],
    )
  })
})
