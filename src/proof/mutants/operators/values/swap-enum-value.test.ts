import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

const ENUMS = [
  ['DRAFT', 'SENT', 'CLOSED'],
  ['SENT', 'LOST'],
]

describe('drop-list-value', () => {
  it('drops each value of a list', async () => {
    assert.deepEqual(
      await mutantsOf(
        'drop-list-value',
        'SELECT a FROM t WHERE a IN (1, 2) AND b NOT IN (3, :size) AND c = ANY (ARRAY[4, 5]) AND d IN (6)',
        { enums: ENUMS, context: ['org_id'] },
      ),
      [
        [
          '1 in a IN (1, 2)',
          'SELECT a FROM t WHERE a IN (2) AND b NOT IN (3, :size) AND c = ANY (ARRAY[4, 5]) AND d IN (6)',
        ],
        [
          '2 in a IN (1, 2)',
          'SELECT a FROM t WHERE a IN (1) AND b NOT IN (3, :size) AND c = ANY (ARRAY[4, 5]) AND d IN (6)',
        ],
        [
          '3 in b NOT IN (3, :size)',
          'SELECT a FROM t WHERE a IN (1, 2) AND b NOT IN (:size) AND c = ANY (ARRAY[4, 5]) AND d IN (6)',
        ],
        [
          ':size in b NOT IN (3, :size)',
          'SELECT a FROM t WHERE a IN (1, 2) AND b NOT IN (3) AND c = ANY (ARRAY[4, 5]) AND d IN (6)',
        ],
        [
          '4 in c = ANY (ARRAY[4, 5])',
          'SELECT a FROM t WHERE a IN (1, 2) AND b NOT IN (3, :size) AND c = ANY (ARRAY[5]) AND d IN (6)',
        ],
        [
          '5 in c = ANY (ARRAY[4, 5])',
          'SELECT a FROM t WHERE a IN (1, 2) AND b NOT IN (3, :size) AND c = ANY (ARRAY[4]) AND d IN (6)',
        ],
      ],
    )
  })
})

describe('swap-enum-value', () => {
  it('swaps a literal for another that is not in the list yet, in each enum that it may be of', async () => {
    assert.deepEqual(
      await mutantsOf('swap-enum-value', "SELECT 'DRAFT', 'other' FROM t WHERE s = 'SENT' AND s IN ('DRAFT', 'SENT')", {
        enums: ENUMS,
        context: ['org_id'],
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

describe('swap-parameter', () => {
  it('swaps a trusted parameter for one with the same stem', async () => {
    assert.deepEqual(
      await mutantsOf('swap-parameter', 'SELECT :org_id, :target_org_id, :user_id FROM t', {
        enums: ENUMS,
        context: ['org_id'],
      }),
      [[':org_id → :target_org_id', 'SELECT :target_org_id, :target_org_id, :user_id FROM t']],
    )
  })
})
