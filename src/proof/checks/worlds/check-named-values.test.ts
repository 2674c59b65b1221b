import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench, PROOF, SCHEMA, SEED, toProve } from '../../testing/tiny-application.ts'

/** Documents in drafts are hidden too, so that a rule names the status. */
const WITH_DRAFTS = PROOF.replace(
  'rows: {docs: deleted_at is null, notes: {via: doc_id}}',
  "rows: {docs: deleted_at is null and status <> 'draft', notes: {via: doc_id}}",
).replace(
  'queries:',
  `queries:
  show-doc:
    parameters: {doc_id: docs.id}
    max_rows: none
    call: select * from show_doc(:tenant_id, :doc_id)
    works: [{as: ann, with: {doc_id: 11}, gives: [11]}]`,
)
const SEED_WITH_DRAFTS = `${SEED} update docs set status = 'closed' where id = 31; update docs set status = 'draft' where id = 22;`

const show = (message: string) => `create function show_doc(p_tenant_id int, p_id int)
  returns table (id int, title text) language plpgsql stable as $$
  declare v docs;
  begin
    select * into v from docs d where d.id = p_id;
    if v.tenant_id is distinct from p_tenant_id or v.deleted_at is not null or v.status = 'draft' then raise exception ${message}; end if;
    return query select v.id, v.title;
  end $$`

let bench: Bench
before(async () => {
  bench = await openBench(SCHEMA, SEED_WITH_DRAFTS, WITH_DRAFTS)
})
after(() => bench.session.close())

describe('an error', () => {
  it('must not tell the hidden value of a column that a rule names', async () => {
    const { unproved } = await bench.prove('show-doc', toProve('good', show("'document % is %', p_id, v.status")))
    assert.match(unproved ?? '', /labelled good, but R1.* break/)
  })

  it('may tell what the caller sent', async () => {
    await bench.good('show-doc', show("'no document %', p_id"))
  })
})
