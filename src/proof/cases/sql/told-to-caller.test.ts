// All that reaches a caller is compared: the text of numbers, the order of rows, what errors tell, notices.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, GOOD, openBench, PROOF, SCHEMA, SEED, toProve } from '../../testing/tiny-application.ts'

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
    for (const part of ['detail', 'hint', 'column', 'constraint', 'table', 'schema', 'datatype'])
      await isCaught('show-doc', guard(`${part} = coalesce(v_secret, '-')`))
  })

  it('must not tell it in their context, or in a text that PostgreSQL cannot parse', async () => {
    for (const text of ['select 1 / 0 as %I', 'select %L from from'])
      await isCaught('show-doc', show(`if p_id = 12 then execute format('${text}', coalesce(v_secret, '-')); end if;`))
  })

  it('must not tell it in a row that no constraint refused', async () => {
    const row = "format('Failing row contains (%s, 1, 1).', coalesce(v_secret, '-'))"
    for (const state of ['22023', '23514'])
      await isCaught('show-doc', guard(`table = 'audit', detail = ${row}`).replace('22023', state))
  })

  it('must not tell it as an error about a size that the caller did not send', async () => {
    await isCaught('show-doc', show(`if p_id = 12 then raise exception '%', v_secret using errcode = '2201W'; end if;`))
    const hidden = "(select secret like 's1%' from docs where id = 12 and tenant_id = :tenant_id)"
    await isCaught(
      'list-docs',
      GOOD.list.replace('limit least', `limit case when :page_size > 0 and ${hidden} then -1 else 1 end * least`),
    )
  })

  it('may be about a size that the caller sent', async () => {
    await bench.good('list-docs', GOOD.list)
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

  it('must not tell it by their SQLSTATE, their names or their context', async () => {
    const state = "'T0' || substr(md5(coalesce(v_secret, '')), 1, 3)"
    for (const using of [
      `errcode = upper(${state})`,
      ...['schema', 'table', 'datatype'].map(part => `${part} = coalesce(v_secret, '-')`),
    ])
      await isCaught('show-doc', show(`raise notice 'shown' using ${using};`))
    const run = `execute format('do $x$ begin raise notice $y$shown$y$; end $x$ -- %s', v_secret);`
    await isCaught('show-doc', show(run).replace(' stable', ''))
  })

  it('must not tell it before an error', async () => {
    for (const level of ['notice', 'warning'])
      await isCaught('show-doc', show(`if p_id = 12 then raise ${level} '%', v_secret; raise 'not now'; end if;`))
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

  it('must not tell by values to which PostgreSQL gives the same hash', async () => {
    for (const [one, other] of [
      ['1::bigint', '4294967296::bigint'],
      ["'zZmgqTVE*=<'::text", "'aFq^lMjw1Gd'::text"],
    ])
      await isCaught(
        'list-amounts',
        `select id, case when secret like 's1%' then ${one} else ${other} end as told from docs
          where tenant_id = :tenant_id and deleted_at is null order by id`,
      )
  })

  it('must not stand behind a column that has a name of the engine', async () => {
    for (const name of ['request_answer', 'request_row', 'request_call', 'answer'])
      await isCaught(
        'list-amounts',
        `select id, secret, row(1) as ${name} from docs where tenant_id = :tenant_id and deleted_at is null order by id`,
      )
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
