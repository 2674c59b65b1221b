import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench, PROOF, toProve } from '../../testing/tiny-application.ts'

/** Everything is hidden from guests. */
const WITH_GUEST = PROOF.replace('rules:', '  gil: {user_id: 4, tenant_id: 1, role: guest}\nrules:')
  .replace(
    'R6: {category: missing-access-control}',
    `R6: {category: missing-access-control, rows: {"*": ":role <> 'guest'"}}`,
  )
  .replace(
    'queries:',
    `queries:
  show-doc:
    parameters: {doc_id: docs.id}
    max_rows: none
    call: select * from show_doc(:tenant_id, :role, :doc_id)
    works: [{as: ann, with: {doc_id: 11}, gives: [11]}]`,
  )

const show = (refuse: string) => `create function show_doc(p_tenant_id int, p_role text, p_id int)
  returns table (id int, title text) language plpgsql as $$
  begin
    if p_role = 'guest' then ${refuse} return; end if;
    return query select d.id, d.title from docs d where d.id = p_id and d.tenant_id = p_tenant_id and d.deleted_at is null;
  end $$`

let bench: Bench
before(async () => {
  bench = await openBench(undefined, undefined, WITH_GUEST)
})
after(() => bench.session.close())

describe('a caller from whom everything is hidden', () => {
  it('may be refused by an error, or get nothing', async () => {
    await bench.good('show-doc', show(`raise exception 'no guests';`))
    await bench.good('show-doc', show(''))
    const ifAny = `if exists (select from docs) then raise exception 'no guests'; end if;`
    await bench.good('show-doc', show(ifAny))
  })

  it('must not be refused for one value and get nothing for another', async () => {
    const oracle = `if exists (select from docs d where d.id = p_id) then raise exception 'no guests'; end if;`
    const { unproved } = await bench.prove('show-doc', toProve('good', show(oracle)))
    assert.match(unproved ?? '', /R6/)
  })
})
