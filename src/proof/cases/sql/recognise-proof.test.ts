// Code that asks where it runs could behave well in a proof alone.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, GOOD, openBench, toProve } from '../../testing/tiny-application.ts'

let bench: Bench
before(async () => {
  bench = await openBench()
})
after(() => bench.session.close())

const why = async (query: string, code: string) => (await bench.prove(query, toProve('good', code))).unproved ?? ''
const list = (condition: string) => GOOD.list.replace('tenant_id = :tenant_id', condition)

describe('a case that asks where it runs is unproved', () => {
  it('by the place of a row', async () => {
    const code = list('(tenant_id - :tenant_id) / (1 + (ctid::text::point)[0]::int / 100) = 0')
    assert.match(await why('list-docs', code), /asks for ctid, which tells how rows are stored/)
  })

  it('by a day of the database, as a word', async () => {
    const cast = list("tenant_id - :tenant_id = (date '2026-01-01' > 'yesterday'::date)::int")
    assert.match(await why('list-docs', cast), /'yesterday' decides which rows come/)
    const compared = list("tenant_id - :tenant_id = (deleted_at > 'tomorrow')::int")
    assert.match(await why('list-docs', compared), /'tomorrow' decides which rows come/)
  })

  it('by a day in a range or an array, or by a word that becomes a day without a cast', async () => {
    const search = (declared: string, v = 'v') =>
      GOOD.search
        .replace('begin', `declare ${declared} begin`)
        .replace('d.tenant_id = $1', '(d.tenant_id - $1) * $3 = 0')
        .replace('p_term;', `p_term, ${v};`)
    const at = "date '2026-05-01'"
    for (const declared of [
      `v int := ('[yesterday,tomorrow]'::daterange @> ${at})::int;`,
      `v int := (${at} <@ '[yesterday,tomorrow]')::int;`,
      `v int := (${at} = any ('{today,tomorrow}'::date[]))::int;`,
      `v int := (${at} = 'today')::int;`,
      `w date := 'today'; v int := (w = ${at})::int;`,
      `w date := ${at}; v int := ('today' = w)::int;`,
      `v int := (uuid_extract_timestamp(uuidv7()) < ${at})::int;`,
      `w uuid := uuidv7(); v int := (w < '019f0000-0000-7000-8000-000000000000')::int;`,
    ])
      assert.match(await why('search-docs', search(declared)), /decides which rows come/, declared)
  })

  it('by the number of a cursor, or by a setting without a value', async () => {
    const search = (first: string, declared = '') =>
      GOOD.search.replace('begin', `declare ${declared} v int; begin ${first}`)
    const cursor = "open c for select 1; v := (c::text = '<unnamed portal 1>')::int; close c;"
    assert.match(await why('search-docs', search(cursor, 'c refcursor;')), /reads the name of the cursor c/)
    const setting = "set local app.x = ''; v := (current_setting('app.x', true) is null)::int;"
    assert.match(await why('search-docs', search(setting)), /sets app.x to nothing/)
  })

  it('by the number that a sequence gives next', async () => {
    const code = GOOD.list.replace('3), 3)', "3), 3) + (nextval('audit_id_seq') < 1000)::int")
    assert.match(await why('list-docs', code), /nextval\(\) decides which rows come/)
  })

  it('by the time since a time, which age() tells', async () => {
    const code = list("(tenant_id - :tenant_id) * extract(month from age(timestamp '2026-01-01'))::int = 0")
    assert.match(await why('list-docs', code), /age\(\) decides which rows come/)
  })

  it('by a sample of rows, or by shuffling', async () => {
    const sample = list('(tenant_id - :tenant_id) * (select count(*) from tenants tablesample bernoulli (99)) = 0')
    assert.match(await why('list-docs', sample), /TABLESAMPLE decides which rows come/)
    const shuffled = `with dice as materialized (select (array_shuffle(array[0, 1]))[1] as eye)
      ${list('(tenant_id - :tenant_id) * (select eye from dice) = 0')}`
    assert.match(await why('list-docs', shuffled), /permission denied for function array_shuffle/)
  })

  it('by the name of the user', async () => {
    const code = list('(tenant_id - :tenant_id) * length(left(session_user::text, 1)) = 0')
    assert.match(await why('list-docs', code), /asks for session_user, which tells where the code runs/)
  })

  it('by the version of the server', async () => {
    const code = GOOD.list.replace('3), 3)', "3), 3) + (version() ~ 'gcc')::int")
    assert.match(await why('list-docs', code), /permission denied for function version/)
  })
})

describe('a case is proved', () => {
  it('that names rows by their ctid', () =>
    bench.good('list-docs', list('ctid in (select d.ctid from docs d where d.tenant_id = :tenant_id)')))

  it('that asks for the time between two times', () =>
    bench.good('list-docs', list("tenant_id = :tenant_id and age(deleted_at, timestamptz '2026-01-01') is null")))

  it('that has a word for a day', () => bench.good('list-docs', list("tenant_id = :tenant_id and title <> 'today'")))

  it('that has such a word in a text', () =>
    bench.good('list-docs', list(`tenant_id = :tenant_id and title <> all ('{today,now}'::text[])`)))
})
