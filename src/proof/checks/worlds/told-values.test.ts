import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench, PROOF, toProve } from '../../testing/tiny-application.ts'

const WITH_SHOW = PROOF.replace(
  'queries:',
  `queries:
  show-doc:
    parameters: {doc_id: docs.id}
    max_rows: none
    call: select * from show_doc(:tenant_id, :doc_id)
    works: [{as: ann, with: {doc_id: 11}, gives: [11]}]`,
)

const show = (refuse: string) => `create function show_doc(p_tenant_id int, p_id int)
  returns table (id int, title text) language plpgsql as $$
  declare v docs;
  begin
    select * into v from docs d where d.id = p_id;
    if v.tenant_id is distinct from p_tenant_id or v.deleted_at is not null then ${refuse} end if;
    return query select v.id, v.title;
  end $$`

let bench: Bench
before(async () => {
  bench = await openBench(undefined, undefined, WITH_SHOW)
})
after(() => bench.session.close())

describe('an error, where the hidden rows are gone', () => {
  it('may say "not found" in place of "not yours"', async () => {
    await bench.good(
      'show-doc',
      show(`if v.id is null then raise exception 'document % does not exist', p_id;
        else raise exception using message = 'document ' || p_id || ' is not yours', hint = 'ask its owner'; end if;`),
    )
  })

  it('must not tell how many rows there are, in any of its fields', async () => {
    const count = '(select count(*) from docs)'
    for (const refuse of [
      `raise exception 'document % is none of %', p_id, ${count};`,
      `raise exception 'no document' using detail = 'of ' || ${count};`,
      `raise exception 'no document' using hint = ${count}::text;`,
      `raise exception 'no document' using constraint = (select max(d.id) from docs d)::text;`,
      `perform ('all: ' || ${count})::int;`,
    ]) {
      const { unproved } = await bench.prove('show-doc', toProve('good', show(refuse)))
      assert.match(unproved ?? '', /labelled good, but R1.* break/, refuse)
    }
  })

  it('must not tell of a threshold that only many hidden rows reach', async () => {
    const refuse = `raise exception 'no document (%)', (select count(*) / 50 from docs);`
    const { unproved } = await bench.prove('show-doc', toProve('good', show(refuse)))
    assert.match(unproved ?? '', /labelled good, but R1.* break/)
  })

  it('must not be another one at each call, which could hide what it tells', async () => {
    const refuse = `raise exception 'document % of %', gen_random_uuid(), (select count(*) from docs);`
    const { unproved } = await bench.prove('show-doc', toProve('good', show(refuse)))
    assert.match(unproved ?? '', /message of an error/)
  })
})
