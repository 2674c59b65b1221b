import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('swap-parameter', () => {
  it('swaps a trusted parameter for one with the same stem', async () => {
    assert.deepEqual(
      await mutantsOf('swap-parameter', 'SELECT :org_id, :target_org_id, :user_id FROM t', {
        context: ['org_id'],
      }),
      [[':org_id → :target_org_id', 'SELECT :target_org_id, :target_org_id, :user_id FROM t']],
    )
  })
})
