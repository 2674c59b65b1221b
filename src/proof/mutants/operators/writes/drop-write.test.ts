import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('drop-write', () => {
  it('drops a write that nothing reads', async () => {
    assert.deepEqual(
      await mutantsOf(
        'drop-write',
        'WITH done AS (UPDATE t SET a = 1 RETURNING id), log AS (INSERT INTO e SELECT id FROM done) SELECT id FROM done',
      ),
      [
        [
          'log: INSERT INTO e SELECT id FROM done',
          'WITH done AS (UPDATE t SET a = 1 RETURNING id) SELECT id FROM done',
        ],
      ],
    )
  })

  it('drops the whole WITH if nothing else is in it', async () => {
    assert.deepEqual(await mutantsOf('drop-write', 'WITH log AS (INSERT INTO e VALUES (1)) SELECT 1'), [
      ['log: INSERT INTO e VALUES (1)', 'SELECT 1'],
    ])
  })
})
