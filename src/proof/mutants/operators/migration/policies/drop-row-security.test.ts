import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('drop-row-security', () => {
  it('leaves out ENABLE and FORCE', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'drop-row-security',
        `alter table docs enable row level security;
alter table shares enable row level security, force row level security;`,
      ),
      [
        ['1 ENABLE ROW LEVEL SECURITY of docs', ';'],
        ['2 ENABLE ROW LEVEL SECURITY of shares', 'ALTER TABLE shares FORCE ROW LEVEL SECURITY;'],
        ['2 FORCE ROW LEVEL SECURITY of shares', 'ALTER TABLE shares ENABLE ROW LEVEL SECURITY;'],
      ],
    )
  })
})
