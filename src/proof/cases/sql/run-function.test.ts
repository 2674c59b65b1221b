import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, GOOD, openBench, SCHEMA, toProve } from '../../testing/tiny-application.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import type { Program, Step } from '../kind.ts'
import type { Outcome } from '../outcome.ts'
import { sqlKind } from './sql-kind.ts'

const searching: Step = { context: { user_id: '1', tenant_id: '1', role: 'admin' }, parameters: { term: 'first' } }

describe('a function that is run', () => {
  let bench: Bench
  let number = 0
  before(async () => {
    bench = await openBench(
      `${SCHEMA} create function shout(t text) returns text language sql stable as 'select upper(t)';`,
    )
  })
  after(() => bench.session.close())

  async function programOf(name: string, code: string): Promise<Program> {
    const query = bench.database.plan.queries.find(one => one.name === name)
    assert.ok(query)
    const program = await sqlKind.prepare(bench.database, query, toProve('good', code), number++)
    assert.ok(!('refused' in program))
    return program
  }

  async function outcomeOf(name: string, code: string, step = searching): Promise<Outcome> {
    const program = await programOf(name, code)
    await using _ = await openWorld(bench.database, UNCHANGED)
    return await program.observe([step])
  }

  it('gives the columns and values that its call gives, also where there is no row', async () => {
    const found = await outcomeOf('search-docs', GOOD.search)
    assert.deepEqual([found.columns, found.rows], [['id', 'title'], [['11', 'first of one']]])
    const none = await outcomeOf('search-docs', GOOD.search, { ...searching, parameters: { term: 'nowhere' } })
    assert.deepEqual([none.columns, none.rows], [['id', 'title'], []])
  })

  it('is run in the same way where a statement calls a function of the schema', async () => {
    const listing = { ...searching, parameters: { page_size: '3' } }
    const read = await outcomeOf('list-docs', 'select id, shout(title) as title from docs where id = 11', listing)
    assert.deepEqual([read.columns, read.rows], [['id', 'title'], [['11', 'FIRST OF ONE']]])
    const returned = await outcomeOf(
      'list-docs',
      "update docs set title = shout('x') where id = 11 returning id, title",
      listing,
    )
    assert.deepEqual([returned.columns, returned.rows, returned.changes.length], [['id', 'title'], [['11', 'X']], 1])
    const counted = await outcomeOf('list-docs', "update docs set title = shout('x') where tenant_id = 1", listing)
    assert.deepEqual([counted.columns, counted.rows, counted.affected], [[], [], 3])
  })

  it('finds no word by which it could tell that it is being proved', async () => {
    const telling = `create function search_docs(p_tenant_id int, p_term text) returns table (id int, title text) language plpgsql as $$
      begin
        return query execute replace('select 1, concat_ws('' '', currentQ_user, sessionQ_user, currentQ_catalog, currentQ_schema)', 'Q_', '_');
      end $$`
    const program = await programOf('search-docs', telling)
    await using _ = await openWorld(bench.database, UNCHANGED)
    const { rows } = await program.observe([searching])
    const text = rows[0]?.[1] ?? ''
    assert.equal(text, 'app_user postgres postgres public')
    assert.doesNotMatch(text, /proof|prove|case|attempt|bench|test/i)
  })

  it('cannot put a type or a table of its own before those that the engine reads', async () => {
    const shadowing = `create function search_docs(p_tenant_id int, p_term text) returns table (id int, title text) language plpgsql as $$
      begin
        create domain pg_temp.text as varchar(1);
        create temp table docs as select 1 as id;
        set search_path = pg_temp, public, pg_catalog;
        update public.docs set status = 'closed' where docs.id = 11;
        return query select 11, 'x'::pg_catalog.text;
      end $$`
    const program = await programOf('search-docs', shadowing)
    await using _ = await openWorld(bench.database, UNCHANGED)
    const [digest] = await program.run([[searching]])
    assert.deepEqual([digest?.error, digest?.ordered], [undefined, '(11,x)'])
    assert.equal(digest?.changes[0]?.table, 'docs')
  })
})
