import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench, PROOF, SCHEMA, SEED, toProve } from '../../testing/tiny-application.ts'

const RESTORING = PROOF.replace(
  'rows: {docs: deleted_at is null, notes: {via: doc_id}}',
  'rows: {docs: {where: deleted_at is null, may_change: new.deleted_at is null}, notes: {via: doc_id}}',
).replace(
  'queries:',
  `queries:
  restore-doc:
    parameters: {doc_id: docs.id}
    max_rows: none
    works: [{as: ann, with: {doc_id: 13}, gives: [13], changes: {docs: [13], audit: 1}}]`,
)
/** A second deleted document of tenant 1. */
const SEED_WITH_TRASH = `${SEED} insert into docs (id, tenant_id, title, deleted_at) values (14, 1, 'fourth of one', '2026-02-02');`

const restore = (returned: string) => `with done as (
    update docs set deleted_at = null where id = :doc_id and tenant_id = :tenant_id and deleted_at is not null and :role = 'admin'
    returning id, title
  ), noted as (insert into audit (doc_id, actor_id) select id, :user_id from done)
  select id, title${returned} from done`

let bench: Bench
before(async () => {
  bench = await openBench(SCHEMA, SEED_WITH_TRASH, RESTORING)
})
after(() => bench.session.close())

describe('a call that may change hidden rows', () => {
  it('may tell of the rows that it changes', async () => {
    await bench.good('restore-doc', restore(''))
  })

  it('must not tell of the others', async () => {
    const count = ', (select count(*) from docs where tenant_id = :tenant_id and deleted_at is not null) as more'
    const { unproved } = await bench.prove('restore-doc', toProve('good', restore(count)))
    assert.match(unproved ?? '', /R3 breaks: .* got more = 2 instead of 1/)
  })
})
