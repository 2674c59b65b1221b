import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('drop-view-option', () => {
  it('leaves out each option', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'drop-view-option',
        `create view v with (security_invoker = true, security_barrier) as select a from t;
alter view v set (security_invoker = true);`,
      ),
      [
        ['1 security_invoker of v', 'CREATE VIEW v WITH (SECURITY_BARRIER) AS SELECT a FROM t;'],
        ['1 security_barrier of v', "CREATE VIEW v WITH (security_invoker = 'true') AS SELECT a FROM t;"],
        ['2 security_invoker of v', ';'],
      ],
    )
  })

  it('leaves a view without options alone', async () => {
    assert.deepEqual(await mutantsOfMigration('drop-view-option', 'create view v as select a from t;'), [])
  })
})
