import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench, PROOF, SCHEMA, SEED, toProve } from '../../testing/tiny-application.ts'

// R1 hides documents of other tenants from ann, R3 her own deleted ones.
const WITH_FLAG = PROOF.replace(
  'queries:',
  `queries:
  has-others:
    key: any
    max_rows: none
    works: [{as: ann, gives: [t]}]`,
)

let bench: Bench
before(async () => {
  bench = await openBench(SCHEMA, SEED, WITH_FLAG)
})
after(() => bench.session.close())

describe('a difference that no single rule explains', () => {
  it('leaves a case unproved that asks for rows which two rules hide', async () => {
    const code = 'select exists (select from docs where tenant_id <> :tenant_id or deleted_at is not null) as any'
    const { unproved } = await bench.prove('has-others', toProve('good', code))
    assert.match(
      unproved ?? '',
      /has-others as ann with \{\} gives something else without what R1 and R3 hide together/,
    )
  })

  it('is none where the case asks only for what the caller may see', async () => {
    await bench.good(
      'has-others',
      'select exists (select from docs where tenant_id = :tenant_id and deleted_at is null) as any',
    )
  })
})
