import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('drop-set-column', () => {
  it('drops each column that is set', async () => {
    assert.deepEqual(await mutantsOf('drop-set-column', 'UPDATE t SET a = 1, b = :now WHERE id = 1'), [
      ['a = 1', 'UPDATE t SET b = :now WHERE id = 1'],
      ['b = :now', 'UPDATE t SET a = 1 WHERE id = 1'],
    ])
  })

  it('leaves the only column', async () => {
    assert.deepEqual(await mutantsOf('drop-set-column', 'UPDATE t SET a = 1'), [])
  })

  it('leaves columns that are set together', async () => {
    assert.deepEqual(await mutantsOf('drop-set-column', 'UPDATE t SET (a, b) = (SELECT 1, 2), c = 3'), [
      ['c = 3', 'UPDATE t SET (a, b) = (SELECT 1, 2)'],
    ])
  })

  it('drops the columns of ON CONFLICT DO UPDATE', async () => {
    assert.deepEqual(
      await mutantsOf(
        'drop-set-column',
        'INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET b = 2, c = excluded.c',
      ),
      [
        ['b = 2', 'INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET c = excluded.c'],
        ['c = excluded.c', 'INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET b = 2'],
      ],
    )
  })

  it('drops the columns of a MERGE', async () => {
    assert.deepEqual(
      await mutantsOf(
        'drop-set-column',
        'MERGE INTO t USING u ON t.id = u.id WHEN MATCHED THEN UPDATE SET a = 1, b = u.b WHEN NOT MATCHED THEN INSERT (a, b) VALUES (1, 2)',
      ),
      [
        [
          'a = 1',
          'MERGE INTO t USING u ON t.id = u.id WHEN MATCHED THEN UPDATE SET b = u.b WHEN NOT MATCHED THEN INSERT (a, b) VALUES (1, 2)',
        ],
        [
          'b = u.b',
          'MERGE INTO t USING u ON t.id = u.id WHEN MATCHED THEN UPDATE SET a = 1 WHEN NOT MATCHED THEN INSERT (a, b) VALUES (1, 2)',
        ],
      ],
    )
  })
})
