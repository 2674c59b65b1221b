import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench, PROOF, SCHEMA, SEED, toProve } from '../testing/tiny-application.ts'
import { detailsWithoutGenerated } from './generated-values.ts'

const WITH_TOKENS = `${SCHEMA}
  create table tokens (id uuid primary key default gen_random_uuid(), tenant_id int not null, code text not null default md5(random()::text),
    made_at timestamptz not null default now(), ends_at timestamptz not null default now() + interval '1 day');`
const WITH_TOKEN_QUERY = PROOF.replace(
  'payments: payments.tenant_id = :tenant_id',
  'payments: payments.tenant_id = :tenant_id\n      tokens: tokens.tenant_id = :tenant_id',
).replace(
  'queries:',
  `queries:
  make-token:
    max_rows: none
    works: [{as: ann, changes: {tokens: 1}}]`,
)
const SEED_WITH_TOKENS = `${SEED} insert into tokens (tenant_id, code) values (1, 'one'), (2, 'two');`

const UUID = '8a0c1d2e-0000-4000-8000-000000000001'

let bench: Bench
before(async () => {
  bench = await openBench(WITH_TOKENS, SEED_WITH_TOKENS, WITH_TOKEN_QUERY)
})
after(() => bench.session.close())

describe('a generated value', () => {
  it('is no difference, be it random or from the clock', async () => {
    await bench.good(
      'make-token',
      'insert into tokens (tenant_id) values (:tenant_id) returning id, code, made_at, ends_at',
    )
  })

  it('is none when the same call writes it again: a hidden value in a column that has a default', async () => {
    for (const [column, value] of [
      ['code', "(select string_agg(title, ',' order by id) from docs)"],
      ['ends_at', "(select timestamptz '2026-01-01' + count(*) * interval '1 day' from docs)"],
    ]) {
      const code = `insert into tokens (tenant_id, ${column}) select :tenant_id, ${value} returning id`
      const { unproved } = await bench.prove('make-token', toProve('good', code))
      assert.match(unproved ?? '', /labelled good, but R1.* break/)
    }
  })

  it('is none where the case computes it from rows, be a part of it random', async () => {
    const count = "(select lpad(count(*)::text, 8, '0') from docs)"
    for (const [column, value] of [
      ['id', `overlay(gen_random_uuid()::text placing ${count} from 1)::uuid`],
      ['ends_at', "now() + (select count(*) from docs) * interval '1 day'"],
    ]) {
      const code = `insert into tokens (tenant_id, ${column}) select :tenant_id, ${value} returning ${column}`
      assert.notEqual((await bench.prove('make-token', toProve('good', code))).unproved, undefined, column)
    }
    await bench.good(
      'make-token',
      'insert into tokens (id, tenant_id) values (gen_random_uuid(), :tenant_id) returning id',
    )
  })

  it('is taken out of what an error tells of a row, and nothing else is', () => {
    const told = (row: string) =>
      detailsWithoutGenerated(bench.database, `Failing row contains (${row}).|||tokens|code||`)
    assert.equal(
      told(`${UUID}, 1, null, 2026-01-01, 2026-01-02`),
      'Failing row contains ((generated), 1, null, (generated), (generated)).|||tokens|code||',
    )
    // The code has a comma: what stands behind it may be any column.
    assert.equal(told(`${UUID}, 1, a, b, c, d`), 'Failing row contains ((generated), 1, a, b, c, d).|||tokens|code||')
    // Nothing shows that these were made up.
    for (const row of ['a secret, 1, null, null, null', `${UUID}x, 1, a secret, null, null`])
      assert.equal(told(row), `Failing row contains (${row}).|||tokens|code||`)
    assert.equal(
      detailsWithoutGenerated(bench.database, 'Key (id)=(1) exists.|||tokens|||'),
      'Key (id)=(1) exists.|||tokens|||',
    )
  })
})
