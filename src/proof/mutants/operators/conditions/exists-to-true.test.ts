import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('exists-to-true', () => {
  it('takes EXISTS for granted, unless that only drops a conjunct', async () => {
    assert.deepEqual(
      await mutantsOf(
        'exists-to-true',
        'SELECT EXISTS (SELECT 1 FROM u) AS x FROM t WHERE NOT EXISTS (SELECT 2 FROM v) AND EXISTS (SELECT 3 FROM w)',
      ),
      [
        [
          'EXISTS (SELECT 1 FROM u) → true',
          'SELECT true AS x FROM t WHERE NOT (EXISTS (SELECT 2 FROM v)) AND EXISTS (SELECT 3 FROM w)',
        ],
        [
          'EXISTS (SELECT 2 FROM v) → true',
          'SELECT EXISTS (SELECT 1 FROM u) AS x FROM t WHERE NOT (true) AND EXISTS (SELECT 3 FROM w)',
        ],
      ],
    )
  })
})
