import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench, PROOF, toProve } from '../../testing/tiny-application.ts'

const WITH_FIND = PROOF.replace(
  'queries:',
  `queries:
  find-docs:
    parameters: {title: docs.title, page_size: {type: int, limit: true, values: [-1]}}
    call: select * from find_docs(:tenant_id, :title, :page_size)
    works: [{as: ann, with: {title: first of one, page_size: 2}, gives: [11]}]`,
)

const find = (first: string) => `create function find_docs(p_tenant_id int, p_title text, p_size int)
  returns table (id int, title text) language plpgsql stable as $$
  begin
    ${first}
    return query select d.id, d.title from docs d where d.tenant_id = p_tenant_id and d.deleted_at is null
      and d.title = p_title order by d.id limit least(coalesce(p_size, 3), 3);
  end $$`

let bench: Bench
before(async () => {
  bench = await openBench(undefined, undefined, WITH_FIND)
})
after(() => bench.session.close())

describe('a size below zero', () => {
  it('may fail in every call', () => bench.good('find-docs', find('')))

  it('must not fail only where a hidden row has what the client asks for', async () => {
    for (const first of [
      `if p_size < 0 then
        perform one.id from docs h, lateral (select h.id limit p_size) one where h.title = p_title;
        return;
      end if;`,
      'if p_size < 0 and exists (select from docs h where h.title = p_title) then return; end if;',
    ]) {
      const { unproved } = await bench.prove('find-docs', toProve('good', find(first)))
      assert.match(unproved ?? '', /R1|R3/, first)
    }
  })

  it('must not fail only where there are hidden rows at all', async () => {
    const first = 'if p_size < 0 and exists (select from docs h where h.tenant_id <> p_tenant_id) then return; end if;'
    const { unproved } = await bench.prove('find-docs', toProve('good', find(first)))
    assert.match(unproved ?? '', /gives something else without what R1 hides|R1 breaks/)
  })
})
