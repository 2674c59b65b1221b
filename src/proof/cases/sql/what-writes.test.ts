import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, GOOD, openBench, SCHEMA, toProve } from '../../testing/tiny-application.ts'

/** A function of the schema that writes, and one that calls it and says of itself that it is STABLE. */
const WRITERS = `${SCHEMA}
create function touch(p_id int) returns int language plpgsql as $$
begin
  update docs set status = 'closed' where id = p_id and status = 'open';
  return p_id;
end $$;
create function peek(p_id int) returns int language plpgsql stable as $$ begin return touch(p_id); end $$;
create view peeked as select id, peek(id) as touched from docs;`

/** The good search as a function in SQL whose body PostgreSQL reads when the function is created. */
function atomicSearch(first: string): string {
  return `create function search_docs(p_tenant_id int, p_term text) returns table (id int, title text) language sql
    begin atomic
      ${first}
      select d.id, d.title from docs d where d.tenant_id = p_tenant_id and d.deleted_at is null
        and strpos(d.title, p_term) > 0 order by d.id limit 3;
    end`
}

describe('what writes', () => {
  let plain: Bench
  let withWriters: Bench
  before(async () => {
    plain = await openBench()
    withWriters = await openBench(WRITERS)
  })
  after(async () => {
    await plain.session.close()
    await withWriters.session.close()
  })

  async function whyUnproved(bench: Bench, query: string, code: string): Promise<string> {
    return (await bench.prove(query, toProve('good', code))).unproved ?? 'proved'
  }

  it('is found in a body that PostgreSQL reads when the function is created', async () => {
    await plain.good('search-docs', atomicSearch(''))
    const writing = atomicSearch("update docs set status = 'closed' where docs.tenant_id = p_tenant_id;")
    assert.match(await whyUnproved(plain, 'search-docs', writing), /R[45]/)
  })

  it('is found in a SELECT that calls a STABLE function, which calls one that writes', async () => {
    await withWriters.good('list-docs', GOOD.list)
    const calling = GOOD.list.replace('deleted_at is null', 'deleted_at is null and peek(id) = id')
    assert.match(await whyUnproved(withWriters, 'list-docs', calling), /R[45]/)
  })

  it('is found in a SELECT from a view that calls such a function', async () => {
    const viewing = GOOD.list.replace(
      'deleted_at is null',
      'deleted_at is null and id = (select touched from peeked p where p.id = docs.id)',
    )
    assert.match(await whyUnproved(withWriters, 'list-docs', viewing), /R[45]/)
  })

  it('is found in a STABLE function of a case that names such a function with escapes', async () => {
    const escaped = GOOD.search
      .replace('language plpgsql', 'language plpgsql stable')
      .replace('begin', 'begin perform U&"\\0070eek"(d.id) from docs d where d.tenant_id = p_tenant_id;')
    assert.match(await whyUnproved(withWriters, 'search-docs', escaped), /R[45]/)
  })

  it('may be a function of the schema that runs text: the text gets no more rights than the caller has', async () => {
    const schema = `${SCHEMA} create function run_text(p_text text) returns int language plpgsql as $$
      begin execute p_text; return 1; end $$;`
    const bench = await openBench(schema)
    const resetting = GOOD.list.replace('deleted_at is null', "deleted_at is null and run_text('reset role') = 1")
    assert.match(await whyUnproved(bench, 'list-docs', resetting), /cannot set parameter "role"/)
    await bench.session.close()
  })
})
