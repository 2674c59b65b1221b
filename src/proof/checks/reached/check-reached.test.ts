import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, GOOD, openBench, toProve } from '../../testing/tiny-application.ts'

describe('reached', () => {
  let bench: Bench
  before(async () => {
    bench = await openBench()
  })
  after(() => bench.session.close())

  const why = async (query: string, code: string) => (await bench.prove(query, toProve('good', code))).unproved ?? ''
  const list = (condition: string) =>
    GOOD.list
      .replace('where tenant_id = :tenant_id', `where ${condition}`)
      .replace('and deleted_at', '\nand deleted_at')

  it('leaves a case unproved of which no call shows what a part permits', async () => {
    for (const part of ['(SELECT count(*) FROM docs) > 5000', "title = 'legacy'", 'tenant_id = 2 AND :user_id = 77'])
      assert.match(
        await why('list-docs', list(`(tenant_id = :tenant_id or ${part})`)),
        /no call shows what a part of the case permits \(line 2: /,
      )
  })

  it('names the part and its line, and says what would decide', async () => {
    assert.equal(
      await why('list-docs', list("(tenant_id = :tenant_id or title = 'legacy')")),
      `no call shows what a part of the case permits (line 2: title = 'legacy'): with and without it, all calls give the same, or the code fails without it; add a row or a call of "works" in which it matters, or leave it out`,
    )
  })

  it('leaves a function unproved that has a branch which no call takes', async () => {
    const hidden = GOOD.search.replace(
      'return query execute',
      "if md5(p_term) = md5('open' || chr(32)) then\n return query select d.id, d.title from docs d; end if;\n return query execute",
    )
    assert.match(await why('search-docs', hidden), /permits \(line 3: md5\(p_term\) = md5/)
  })

  it('leaves a case unproved whose arithmetic opens a filter in no call', async () => {
    const factors = [
      '(select (count(*) < 5000)::int from docs)',
      'abs(hashtext(:role)::bigint - 2055846118)',
      "(md5(:role) <> '9a618248b64db62d15b300a07b00580b')::int",
      'length(left(:role, 1))',
    ]
    for (const factor of factors)
      assert.match(
        await why('list-docs', list(`(tenant_id - :tenant_id) * ${factor} = 0`)),
        /permits \(line 2: /,
        factor,
      )
    for (const other of [
      "tenant_id = :tenant_id + (:role = 'root')::int",
      'tenant_id <= greatest(:tenant_id, :user_id - 99) and tenant_id >= :tenant_id',
    ])
      assert.match(await why('list-docs', list(other)), /permits \(line 2: /, other)
  })

  it('leaves a case unproved that chooses by what is the same in all calls', async () => {
    const many = '(select count(*) from docs)'
    for (const chosen of [
      `(array[:tenant_id, tenant_id])[1 + (${many} > 5000)::int]`,
      `(array[:tenant_id, tenant_id])[width_bucket(${many}, 0, 5000, 1)]`,
      `(array[0, 0, 0, 0, 0, 0, :tenant_id, tenant_id])[width_bucket(${many}, array[0, 0, 0, 0, 0, 0, 0, 5000])]`,
      `(jsonb_build_array(:tenant_id, tenant_id) ->> (:user_id > 99999)::int)::int`,
      `(jsonb_build_object('a', :tenant_id, 'b', tenant_id) ->> chr(96 + width_bucket(${many}, 0, 5000, 1)))::int`,
      `coalesce((select d.tenant_id from docs d where d.id = docs.id and ${many} > 5000), :tenant_id)`,
    ])
      assert.match(await why('list-docs', list(`tenant_id = ${chosen}`)), /permits \(line 2: /, chosen)
    const width = `case when ${many} > 5000 then 0 else 40 end`
    assert.match(
      await why('list-docs', list(`left(tenant_id::text, ${width}) = left(:tenant_id::text, ${width})`)),
      /permits \(line 2: /,
    )
  })

  it('leaves a case unproved that sorts, limits or groups by what is the same in all calls', async () => {
    const many = '(select count(*) from docs) > 5000'
    for (const [from, to] of [
      ['order by id', `order by case when ${many} then secret end, id`],
      ['limit least(coalesce(:page_size, 3), 3)', `limit least(:page_size, case when ${many} then 5000 else 3 end)`],
    ] as const)
      assert.match(await why('list-docs', GOOD.list.replace(from, to)), /permits \(line 2: /, to)
  })

  it('leaves a function unproved that assigns what no call needs', async () => {
    const code = GOOD.search
      .replace(
        'begin',
        'declare v_pick int := 1;\n begin begin perform 1 / 0; v_pick := 2; exception when others then null; end;',
      )
      .replace('d.tenant_id = $1', 'd.tenant_id = (array[$1, d.tenant_id])[$3]')
      .replace('p_term;', 'p_term, v_pick;')
    assert.match(await why('search-docs', code), /permits \(line 3: v_pick := 2/)
  })

  it('proves a case that chooses by what differs', async () => {
    await bench.good('list-docs', list("tenant_id = (array[:tenant_id, -1])[1 + (:role = 'member' and id = 12)::int]"))
    await bench.good('list-docs', list('tenant_id = (array[1, 2, 3])[:tenant_id]'))
  })

  it('leaves a function unproved that has a statement which no call shows at work', async () => {
    const statements = [
      'perform search_docs(p_tenant_id, p_term) from docs d where md5(d.title) = p_term',
      "execute (array['select 1', 'select 1 / 0'])[1 + exists (select from docs d where md5(d.title) = p_term)::int]",
      "for i in 1..coalesce((md5(p_term) = '9a61')::int, 0) loop return query select d.id, d.title from docs d; end loop",
      'begin perform 1; exception when others then return query select d.id, d.title from docs d; end',
    ]
    for (const statement of statements) {
      const code = GOOD.search.replace('return query execute', `${statement};\n return query execute`)
      assert.match(await why('search-docs', code), /permits \(line 3: /, statement)
    }
  })

  it('leaves a function unproved whose check is left out by what no call does', async () => {
    const check = 'if p_tenant_id = 2 then return; end if;'
    for (const skipping of [
      `<<checks>> begin exit checks when length(p_term) > 500; ${check} end`,
      `for i in reverse 500 .. length(p_term) loop ${check} exit; end loop`,
      `begin perform length(p_term)::numeric(2, 0); ${check} exception when numeric_value_out_of_range then null; end`,
      'perform 1 where p_tenant_id = 2 and length(p_term) < 500; if found then return; end if',
      "if p_term like '%;%' then raise exception 'no%', (select d.title from docs d where length(d.title) > 500 limit 1); end if",
    ]) {
      const code = GOOD.search.replace('return query execute', `${skipping};\n return query execute`)
      assert.match(await why('search-docs', code), /permits \(line 3: /, skipping)
    }
  })

  it('proves functions that ask whether there is a row, and that leave a loop', async () => {
    const asking = GOOD.search.replace(
      'using p_tenant_id, p_term;',
      "using p_tenant_id, p_term; if not found then raise exception 'nothing is called %', p_term; end if;",
    )
    assert.notEqual(asking, GOOD.search)
    await bench.good('search-docs', asking)
    const looping = GOOD.search.replace(
      /return query execute[\s\S]*using p_tenant_id, p_term;/,
      `for id, title in select d.id, d.title from docs d where d.tenant_id = p_tenant_id and d.deleted_at is null order by d.id limit 3 loop
         continue when strpos(title, p_term) = 0;
         return next;
       end loop;`,
    )
    await bench.good('search-docs', looping)
  })

  it('leaves a function unproved that runs text which cannot be read', async () => {
    const hidden = GOOD.search.replace(/execute '([^']*)'/, (_, text: string) => {
      return `execute convert_from(decode('${Buffer.from(text).toString('hex')}', 'hex'), 'UTF8')`
    })
    assert.match(await why('search-docs', hidden), /a part of the case cannot be read \(line 3: convert_from\(decode\(/)
  })

  it('does not take an error of the code without a part for the part at work', async () => {
    const field = '(case when (select count(*) from docs) > 5000 then d else null end).tenant_id'
    const code = list(`tenant_id = coalesce(${field}, :tenant_id)`).replace('from docs', 'from docs d')
    assert.match(await why('list-docs', code), /permits \(line 2: /)
    const elsewhere = '(case when (select count(*) from docs) < 5000 then null else d end).tenant_id'
    const other = list(`tenant_id = coalesce(${elsewhere}, :tenant_id)`).replace('from docs', 'from docs d')
    assert.match(await why('list-docs', other), /permits \(line 2: /)
  })

  it('leaves a case unproved that keeps a row out of a log under a condition which no call meets', async () => {
    const silent = GOOD.close.replace('select id, :user_id from done', 'select id, :user_id from done where id < 100')
    assert.match(await why('close-doc', silent), /permits \(line 4: id < 100\)/)
  })

  it('proves a case whose parts are all at work', async () => {
    await bench.good('list-docs', list("tenant_id = :tenant_id and (id in (11, 12) or :role = 'admin')"))
    await bench.good('search-docs', GOOD.search)
    await bench.good('close-doc', GOOD.close)
    await bench.good('pay', GOOD.pay)
  })

  it('shows an ELSE at work whose NULL would have no type', async () => {
    const right = "id >= (case when :role = 'nobody' then null else 0 end)"
    const code = list(`tenant_id = :tenant_id and ${right}`)
    assert.doesNotMatch(await why('list-docs', code), /ELSE 0/)
  })

  it('lets an operand be whose type the other operand does not have', async () => {
    const code = list("tenant_id = :tenant_id and id > 0 and date '2020-01-02' - interval '1 day' < date '2020-01-02'")
    assert.doesNotMatch(await why('list-docs', code), /→ '1 day'/)
  })

  it('says nothing of a case that is labelled bad', async () => {
    const code = list("(tenant_id = :tenant_id or id = 31 or title = 'legacy')")
    assert.equal((await bench.prove('list-docs', toProve('bad', code, ['R1']))).unproved, undefined)
  })
})
