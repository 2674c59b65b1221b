import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench, PROOF, SCHEMA, SEED, toProve } from '../../testing/tiny-application.ts'

const QUERY = `parameters: {page_size: {type: int, limit: true}, status: {type: text, values: [open, closed, held, lost, late]}}
    works:
      - {as: ann, gives: [11, 12]}
      - {as: ben, with: {status: open}, gives: [11, 12]}
      - {as: cleo, gives: [21]}
`

let bench: Bench
before(async () => {
  const works = /parameters: \{page_size[\s\S]*?cleo, gives: \[21\]\}\n/
  assert.match(PROOF, works)
  bench = await openBench(SCHEMA, SEED, PROOF.replace(works, QUERY))
})
after(() => bench.session.close())

const list = (limit: string) =>
  `select id, title, case when :role = 'admin' then secret end as secret from docs
   where tenant_id = :tenant_id and deleted_at is null and (:status is null or :status in ('of all kinds', 'late') or status = :status)
   order by id limit ${limit}`

describe('a page size', () => {
  for (const limit of [
    'least(greatest(coalesce(:page_size, 3), 0), 3)',
    'least(coalesce(abs(:page_size::bigint), 3), 3)',
    "case when :role = 'admin' then least(:page_size, 3) else 2 end",
    'case when :page_size between 1 and 3 then :page_size else 3 end',
  ])
    it(`may be bounded by ${limit}`, () => bench.good('list-docs', list(limit)))

  for (const limit of [
    'nullif(least(coalesce(:page_size, 3), 3), 0)',
    'abs(least(coalesce(:page_size, 3), 3))',
    "case when :role = 'member' then :page_size else least(coalesce(:page_size, 3), 3) end",
    'case when :status is not null then :page_size else least(coalesce(:page_size, 3), 3) end',
    'case when :page_size = 0 then null else least(coalesce(:page_size, 3), 3) end',
    'greatest(coalesce(:page_size, 3), 3)',
    "case when :status = 'of all kinds' then 1000 else least(coalesce(:page_size, 3), 3) end",
    "case when :status = 'late' and :page_size = 0 then null else least(coalesce(:page_size, 3), 3) end",
    'case when :page_size = 77 then 1000 else least(coalesce(:page_size, 3), 3) end',
    'case when :page_size < -2000000000 then 1000 else least(coalesce(:page_size, 3), 3) end',
    "case when :role = 'member' and :status = 'open' and :page_size = 0 then null else least(coalesce(:page_size, 3), 3) end",
  ])
    it(`is not bounded by ${limit}`, () => bench.bad('list-docs', list(limit), 'R7'))

  it('is told with the call that lifts the limit', async () => {
    const code = list('nullif(least(coalesce(:page_size, 3), 3), 0)')
    const { unproved } = await bench.prove('list-docs', toProve('good', code))
    assert.match(unproved ?? '', /R7 breaks.*page_size/)
  })
})
