// All that reaches a caller is compared: the text of numbers, the order of rows, what errors tell, notices.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench, PROOF, SCHEMA, SEED, toProve } from '../../testing/tiny-application.ts'

const WITH_FUNCTION = PROOF.replace(
  'queries:',
  `queries:
  show-doc:
    parameters: {doc_id: docs.id}
    max_rows: none
    call: select * from show_doc(:tenant_id, :role, :doc_id)
    works: [{as: ann, with: {doc_id: 11}, gives: [11]}, {as: ben, with: {doc_id: 11}, gives: [11]}]
  list-amounts:
    max_rows: none
    works: [{as: ben, gives: [11, 12]}]`,
)

/** Shows a document; `more` is done with the hidden secret in `v_secret`, in a variable that the caller never gets. */
const show = (more: string) => `create function show_doc(p_tenant_id int, p_role text, p_id int)
  returns table (id int, title text) language plpgsql stable as $$
  declare v_secret text; v_title text;
  begin
    select d.secret, d.title into v_secret, v_title from docs d
      where d.id = p_id and d.tenant_id = p_tenant_id and d.deleted_at is null;
    ${more}
    return query select p_id, v_title where v_title is not null;
  end $$`

let bench: Bench
before(async () => {
  bench = await openBench(SCHEMA, SEED, WITH_FUNCTION)
})
after(() => bench.session.close())

async function isCaught(query: string, code: string, rule = 'R2') {
  const { unproved } = await bench.prove(query, toProve('good', code))
  assert.match(unproved ?? '', new RegExp(`labelled good, but ${rule} breaks`))
}

describe('errors', () => {
  const guard = (using: string) =>
    show(`if p_id = 12 then raise exception 'not now' using errcode = '22023', ${using}; end if;`)

  it('must not tell what is hidden in their details, hints and names', async () => {
    for (const part of ['detail', 'hint', 'column', 'constraint', 'table'])
      await isCaught('show-doc', guard(`${part} = coalesce(v_secret, '-')`))
  })

  it('may tell what the caller sent', async () => {
    await bench.good('show-doc', guard("detail = 'document ' || p_id, hint = 'try another'"))
  })
})

describe('notices', () => {
  it('must not tell what is hidden', async () => {
    for (const level of ['notice', 'warning', 'info'])
      await isCaught('show-doc', show(`raise ${level} 'secret %', v_secret;`))
  })

  it('may tell what the caller sent', async () => {
    await bench.good('show-doc', show("raise notice 'document %', p_id;"))
  })
})

describe('rows', () => {
  const amounts = (scale: string) =>
    `select id, round(1, ${scale}) as amount from docs where tenant_id = :tenant_id and deleted_at is null order by id`

  it('must not tell by the scale of a number', async () => {
    await isCaught('list-amounts', amounts("case when secret like 's1%' then 1 else 2 end"))
  })

  it('may have numbers of any scale', async () => {
    await bench.good('list-amounts', amounts('2'))
  })

  const sorted = (column: string) => `select q.id, q.title from (
    select id, title from docs where tenant_id = :tenant_id and deleted_at is null order by ${column} desc) q`

  it('must not come in the order of a hidden column, be it sorted in a subquery', async () => {
    await isCaught('list-amounts', sorted('secret'))
  })

  it('may come in any other order', async () => {
    await bench.good('list-amounts', sorted('title'))
  })
})
