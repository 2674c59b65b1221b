import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

const ENUMS = [
  ['DRAFT', 'SENT', 'CLOSED'],
  ['SENT', 'LOST'],
]

describe('swap-enum-value', () => {
  it('swaps a literal for another that is not in the list yet, in each enum that it may be of', async () => {
    assert.deepEqual(
      await mutantsOf('swap-enum-value', "SELECT 'DRAFT', 'other' FROM t WHERE s = 'SENT' AND s IN ('DRAFT', 'SENT')", {
        enums: ENUMS,
      }),
      [
        ["'DRAFT' → 'SENT'", "SELECT 'SENT', 'other' FROM t WHERE s = 'SENT' AND s IN ('DRAFT', 'SENT')"],
        ["'SENT' → 'CLOSED'", "SELECT 'DRAFT', 'other' FROM t WHERE s = 'CLOSED' AND s IN ('DRAFT', 'SENT')"],
        ["'SENT' → 'LOST'", "SELECT 'DRAFT', 'other' FROM t WHERE s = 'LOST' AND s IN ('DRAFT', 'SENT')"],
        ["'DRAFT' → 'CLOSED'", "SELECT 'DRAFT', 'other' FROM t WHERE s = 'SENT' AND s IN ('CLOSED', 'SENT')"],
        ["'SENT' → 'CLOSED'", "SELECT 'DRAFT', 'other' FROM t WHERE s = 'SENT' AND s IN ('DRAFT', 'CLOSED')"],
      ],
    )
  })
})
