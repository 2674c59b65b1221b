import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('drop-check-option', () => {
  it('leaves out WITH CHECK OPTION', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'drop-check-option',
        'create view v as select a from t where b = 1 with local check option;',
      ),
      [['1 WITH CHECK OPTION of v', 'CREATE VIEW v AS SELECT a FROM t WHERE b = 1;']],
    )
  })

  it('leaves a view without it alone', async () => {
    assert.deepEqual(await mutantsOfMigration('drop-check-option', 'create view v as select a from t where b = 1;'), [])
  })
})
