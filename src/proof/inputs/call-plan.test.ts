import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench, PROOF, SCHEMA, SEED, sentenceOf, toProve } from '../testing/tiny-application.ts'

const MOVE = `
  move-doc:
    parameters: {doc_id: docs.id, to: {type: text, values: [open, closed, lost]}}
    max_rows: none
    works:
      - {as: ann, with: {doc_id: 11, to: closed}, gives: [11], changes: {docs: [11], audit: 1}}
`

let bench: Bench
before(async () => {
  const seed = `${SEED}; insert into docs (id, tenant_id, title, secret, status) values (14, 1, 'closed of one', 's14', 'closed')`
  const others = `
  pay-for:
    parameters: {doc_id: docs.id, amount: [1, 50], key: fresh-1}
    max_rows: none
    works:
      - {as: ann, with: {doc_id: 11, amount: 50, key: fresh-1}}
  find-docs:
    parameters: {term: [first]}
    max_rows: none
    works:
      - {as: ben, with: {term: first}, gives: [11]}
      - {as: ann, with: {term: s14}, gives: [14]}
  filter-docs:
    parameters: {filter: {type: jsonb, values: ['{"title": "first of one"}', '{"secret": "none"}']}}
    max_rows: none
    works:
      - {as: ben, with: {filter: '{"title": "first of one"}'}, gives: [11]}
  close-docs:
    parameters: {ids: {type: 'int[]', values: docs.id}}
    max_rows: none
    works:
      - {as: ann, with: {ids: '{11}'}, gives: [11], changes: {docs: [11], audit: 1}}
      - {as: ann, with: {ids: '{}'}, gives: []}
  close-titled:
    parameters: {ids: {type: 'int[]', values: docs.id}, of: docs.tenant_id}
    max_rows: none
    works:
      - {as: ann, with: {ids: '{11}', of: 1}, gives: [11], changes: {docs: [11], audit: 1}}
  close-listed:
    parameters: {ids: {type: jsonb, values: ['[12]', '[13]', '[21]']}}
    max_rows: none
    works:
      - {as: ann, with: {ids: '[11]'}, gives: [11], changes: {docs: [11], audit: 1}}
  share-docs:
    parameters: {ids: {type: 'int[]', values: docs.id}, words: {type: 'text[]', values: ['{"a, b"}']}}
    max_rows: none
    works:
      - {as: ann, with: {ids: '{11,12}', words: '{"x, y",z}'}, gives: [11, 12]}
  close-expected:
    parameters: {sent_ids: {type: 'int[]', values: docs.id}, titles: {type: 'text[]', values: ['{x}']}}
    max_rows: none
    works:
      - {as: ann, with: {sent_ids: '{11}', titles: '{first of one}'}, gives: [11], changes: {docs: [11], audit: 1}}
      - {as: ann, with: {sent_ids: '{12}', titles: '{second of one}'}, gives: [12], changes: {docs: [12], audit: 1}}
  edit-doc:
    parameters: {field: [title, secret]}
    max_rows: none
    call: select * from edit_doc(:user_id, :tenant_id, :field)
    works:
      - {as: ann, with: {field: title}, gives: [11], changes: {docs: [11], audit: 1}}
`
  const expected = `exists (select from unnest(:sent_ids, :titles) s (id, title) where (s.id, s.title) = (old.id, old.title))`
  const proof = PROOF.replace(
    'R9: {category: state-transition}',
    `R9:
    category: state-transition
    changes: {docs: {update: ":sent_ids is null or ${expected}"}}
    example:
      as: ann
      with: {sent_ids: '{11}', titles: '{first of one}'}
      allowed: update docs set secret = 'x' where id = 11
      forbidden: update docs set secret = 'x' where id = 12`,
  )
  bench = await openBench(SCHEMA, seed, proof + MOVE + others)
})
after(() => bench.session.close())

const moving = (steps: string) => `with moved as (
    update docs set status = :to where id = :doc_id and tenant_id = :tenant_id and deleted_at is null
      and (status, :to) in (${steps}) returning id
  ), noted as (insert into audit (doc_id, actor_id) select id, :user_id from moved)
  select id from moved`

const editing = (
  guard: string,
  field: string,
) => `create function edit_doc(p_user_id int, p_tenant_id int, p_field text)
  returns table (id int) language plpgsql as $$
  begin
    if not coalesce(p_field ${guard}, false) then return; end if;
    return query execute format('with done as (
      update docs set ${field} = $1 where id = 11 and tenant_id = $2 returning id
    ) insert into audit (doc_id, actor_id) select id, $3 from done returning doc_id', p_field)
    using 'new', p_tenant_id, p_user_id;
  end $$`

describe('the call plan', () => {
  it('sends a list of one id with what else is known of its row', async () => {
    const code = (guard: string) => `with done as (
        update docs set status = 'closed' where id = any (:ids) and tenant_id = :of and :role = 'admin'
          and deleted_at is null and status = 'open' and ${guard} returning id
      ), noted as (insert into audit (doc_id, actor_id) select id, :user_id from done)
      select id from done`
    await bench.good('close-titled', code('tenant_id = :tenant_id'))
    await bench.bad('close-titled', code('tenant_id >= :tenant_id'), 'R1')
  })

  it('tries every choice on every row: a forbidden step is in no call of works', async () => {
    const good = await bench.prove('move-doc', toProve('good', moving("('open', 'closed')")))
    assert.equal(good.unproved, undefined)
    const reopening = moving("('open', 'closed'), ('closed', 'open')")
    const bad = await bench.prove('move-doc', toProve('bad', reopening, ['R4']))
    assert.equal(bad.unproved, undefined)
    assert.match(sentenceOf(bad.witnesses[0]), /doc_id = 14 and to = open .* status from closed to open/)
  })

  it('tries a short choice on each of many rows', async () => {
    const more = `insert into docs (id, tenant_id, title, secret, status)
      select n, 1, 'one of many', 's' || n, case n when 52 then 'closed' else 'open' end from generate_series(51, 76) n`
    const many = await openBench(SCHEMA, `${SEED}; ${more}`, PROOF + MOVE)
    try {
      await many.good('move-doc', moving("('open', 'closed')"))
      await many.bad('move-doc', moving("('open', 'closed'), ('closed', 'open')"), 'R4')
    } finally {
      await many.session.close()
    }
  })

  it('tries every amount that proof.yaml lists on every row', async () => {
    const paying = (tenant: string) => `insert into payments (tenant_id, key, amount)
      select ${tenant}, :key, :amount from docs d where d.id = :doc_id and d.tenant_id = :tenant_id and d.deleted_at is null
        and (d.id <> 12 or :amount < 10) returning id`
    assert.equal((await bench.prove('pay-for', toProve('good', paying('d.tenant_id')))).unproved, undefined)
    const bad = toProve('bad', paying('case d.id when 12 then 2 else 1 end * d.tenant_id'), ['R1'])
    assert.equal((await bench.prove('pay-for', bad)).unproved, undefined)
  })

  it('asks for a hidden value, as a search in a hidden column would find it', async () => {
    const finding = (guard: string) => `select id, title from docs where tenant_id = :tenant_id and deleted_at is null
      and (strpos(title, nullif(:term, '')) = 1 or ${guard}) order by id`
    const good = await bench.prove('find-docs', toProve('good', finding("secret = :term and :role = 'admin'")))
    assert.equal(good.unproved, undefined)
    const bad = await bench.prove(
      'find-docs',
      toProve('bad', finding("secret = :term and (:role = 'admin' or id <> 14)"), ['R2']),
    )
    assert.equal(bad.unproved, undefined)
    assert.match(sentenceOf(bad.witnesses[0]), /term = s11 and got/)
    const filtering = (row: string) =>
      `select id from docs where tenant_id = :tenant_id and deleted_at is null and ${row} @> :filter order by id`
    await bench.good('filter-docs', filtering("to_jsonb(docs) - 'secret'"))
    await bench.bad('filter-docs', filtering('to_jsonb(docs)'), 'R2')
  })

  it('adds every row to a list that works, before its elements and after them', async () => {
    const closing = (guard: string) => `with done as (
        update docs set status = 'closed' where id = any (:ids::int[]) and tenant_id = :tenant_id and status = 'open' and ${guard} returning id
      ), noted as (insert into audit (doc_id, actor_id) select id, :user_id from done)
      select id from done`
    const good = await bench.prove('close-docs', toProve('good', closing('deleted_at is null')))
    assert.equal(good.unproved, undefined)
    const listed = (code: string) =>
      code.replaceAll(':ids::int[]', 'array(select e::int from jsonb_array_elements_text(:ids) e)')
    for (const nth of ['1', 'cardinality(:ids::int[])']) {
      const guard = `exists (select from docs d where d.id = (:ids::int[])[${nth}] and d.tenant_id = :tenant_id and d.deleted_at is null)`
      const bad = await bench.prove('close-docs', toProve('bad', closing(guard), ['R3']))
      assert.equal(bad.unproved, undefined)
      assert.match(sentenceOf(bad.witnesses[0]), /ids = \{(11,13|13,11)\}/)
      const json = await bench.prove('close-listed', toProve('bad', listed(closing(guard)), ['R3']))
      assert.equal(json.unproved, undefined)
    }
  })

  it('mixes lists of one length together', async () => {
    const sharing = (guard: string) => `select d.id, l.word from unnest(:ids::int[], :words::text[]) l (id, word)
      join docs d on d.id = l.id where d.tenant_id = :tenant_id and ${guard}
        and cardinality(:ids::int[]) = cardinality(:words::text[])`
    const good = await bench.prove('share-docs', toProve('good', sharing('deleted_at is null')))
    assert.equal(good.unproved, undefined)
    const guard = `not exists (select from docs f where f.id = (:ids::int[])[1] and f.tenant_id = :tenant_id
      and f.deleted_at is not null)`
    const bad = await bench.prove('share-docs', toProve('bad', sharing(guard), ['R3']))
    assert.equal(bad.unproved, undefined)
    assert.match(sentenceOf(bad.witnesses[0]), /ids = \{11,12,13\} and words = \{"x, y",z,"x, y"\}/)
  })

  it('sends lists that belong together with fewer or more elements in one of them', async () => {
    const closing = (title: string) => `with sent as (
        select * from unnest(:sent_ids::int[], :titles::text[]) s (id, title)
      ), done as (
        update docs d set status = 'closed' from sent s where d.id = s.id and ${title}
          and tenant_id = :tenant_id and :role = 'admin' and deleted_at is null and status = 'open' returning d.id
      ), noted as (insert into audit (doc_id, actor_id) select id, :user_id from done)
      select id from done`
    await bench.good('close-expected', closing('d.title = s.title'))
    const bad = await bench.prove(
      'close-expected',
      toProve(
        'bad',
        closing(`d.title = coalesce(s.title, case when (:titles::text[])[1] is not null then d.title end)`),
        ['R9'],
      ),
    )
    assert.equal(bad.unproved, undefined)
    assert.match(sentenceOf(bad.witnesses[0]), /sent_ids = \{11,12\} and titles = \{first of one\}/)
  })

  it('sends a function text that begins with a column to set, with payloads or without', async () => {
    const good = await bench.prove('edit-doc', toProve('good', editing("in ('title', 'secret')", '%I')))
    assert.equal(good.unproved, undefined)
    const bad = await bench.prove('edit-doc', toProve('bad', editing("~ '(title|secret)'", '%s'), ['R8']))
    assert.equal(bad.unproved, undefined)
  })
})
