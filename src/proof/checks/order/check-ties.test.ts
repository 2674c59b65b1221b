import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench, PROOF, SEED, toProve } from '../../testing/tiny-application.ts'

/** Ann sees nine documents, in two states. */
const MANY = `${SEED} insert into docs (id, tenant_id, title, status)
  select 100 + n, 1, 'more of one ' || n, case when n > 4 then 'open' else 'closed' end from generate_series(1, 7) n;`
const WITH_MANY = PROOF.replace('max_rows: 3', 'max_rows: 30').replace(
  '{as: ann, gives: [11, 12]}',
  '{as: ann, gives: [11, 12, 101, 102, 103, 104, 105, 106, 107]}',
)

const list = (tie: string, columns = 'd.id, d.title') => `select ${columns} from
    (select x.*, row_number() over () as place from docs x) d
  where d.tenant_id = :tenant_id and d.deleted_at is null
  order by d.status${tie} limit least(coalesce(:page_size, 30), 30)`
const turned = `, d.place * case when exists (select from docs h where h.tenant_id <> :tenant_id) then -1 else 1 end`

for (const [name, seed, proof] of [
  ['few', SEED, PROOF.replace('max_rows: 3', 'max_rows: 30')],
  ['many', MANY, WITH_MANY],
] as const)
  describe(`the order of ${name} rows that are equal`, () => {
    let bench: Bench
    before(async () => {
      bench = await openBench(undefined, seed, proof)
    })
    after(() => bench.session.close())

    it('may be the order in which they are stored', async () => {
      await bench.good('list-docs', list(''))
      await bench.good('list-docs', list(', d.place'))
    })

    it('must not be turned round by a hidden row', async () => {
      const { unproved } = await bench.prove('list-docs', toProve('good', list(turned)))
      assert.match(unproved ?? '', /R1/)
    })
  })
