import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('swap-permissive', () => {
  it('turns a policy round', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'swap-permissive',
        `create policy p on docs as restrictive for select using (a);
create policy q on docs for select using (b);`,
      ),
      [
        [
          '1 policy p on docs: RESTRICTIVE → PERMISSIVE',
          'CREATE POLICY p ON docs AS PERMISSIVE FOR SELECT TO PUBLIC USING (a);',
        ],
        [
          '2 policy q on docs: PERMISSIVE → RESTRICTIVE',
          'CREATE POLICY q ON docs AS RESTRICTIVE FOR SELECT TO PUBLIC USING (b);',
        ],
      ],
    )
  })
})
