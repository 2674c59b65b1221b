import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { tryParse } from '../sql/parse-statements.ts'
import { volatileIn } from '../sql/sql-tree.ts'
import { TEMPLATE } from '../testing/tiny-application.ts'
import { openLocalSession } from './local-session.ts'
import type { Session } from './session.ts'

/** Functions that are not IMMUTABLE and tell of the session, of names, of rights or of earlier calls. */
const TELLING = [
  "has_function_privilege('pg_sleep(float8)', 'execute')",
  ...["to_regnamespace('public')", "to_regproc('now')", "to_regclass('docs')", "to_regtype('int')", "to_regrole('x')"],
  ...['current_schema()', 'current_schemas(true)', 'current_database()', 'version()', 'pg_backend_pid()'],
  ...["pg_get_functiondef('lower(text)'::regprocedure)", 'format_type(25, 0)', 'pg_get_userbyid(10)'],
  ...["nextval('numbers')", "currval('numbers')", 'lastval()', "setval('numbers', 1)", 'setseed(0)'],
  ...['array_shuffle(array[1])', 'array_sample(array[1], 1)', 'random_normal()', 'seeded_random()'],
  ...["pg_notify('a', 'b')", "query_to_xml('select 1', true, true, '')", "ts_stat('select null::tsvector')"],
  ...["provided.next_value('numbers')", "pg_input_is_valid('x', 'regnamespace')", "'numbers'::text::regclass"],
]

/** Functions that applications use, although they are not IMMUTABLE. */
const USED = [
  ...[
    "to_char(now(), 'YYYY')",
    "date_trunc('day', now(), 'UTC')",
    "now() at time zone 'UTC'",
    "now() - interval '1 day'",
  ],
  ...["age(now(), timestamptz '2026-01-01')", 'extract(year from now())', "date '2026-01-01' < now()", 'now()::date'],
  ...["generate_series(now(), now(), '1 day')", 'make_timestamptz(2026, 1, 1, 0, 0, 0)', 'current_timestamp'],
  ...["jsonb_build_object('a', 1)", "json_build_array(1, 'a')", 'to_jsonb(1)', 'row_to_json(row(1))', 'json_agg(1)'],
  ...["jsonb_object_agg('a', 1)", "jsonb_path_query_tz('{}', '$')", 'array_agg(1)', "string_agg('a', ',')"],
  ...["concat('a', 1)", "concat_ws(',', 'a', 1)", "format('%I %L', 'a', 1)", 'quote_literal(1)', "'a' || 1"],
  ...["array_to_string(array[1], ',')", "to_tsvector('a b')", "websearch_to_tsquery('a') @@ 'a'::tsvector"],
  ...["convert_from('a', 'UTF8')", 'gen_random_uuid()', 'uuidv7()', 'random()', 'random(1, 6)', 'pg_typeof(1)'],
  ...["to_date('2026', 'YYYY')", "to_number('1', '9')", "ts_headline('a', 'a'::tsquery)", "'docs' ilike 'D%'"],
]

describe('the catalog', () => {
  let session: Session
  before(async () => {
    await loadModule()
    session = await openLocalSession({ template: TEMPLATE })
  })
  after(() => session.close())

  async function listed(sql: string): Promise<(string | null)[]> {
    const [result] = await session.run(sql)
    return (result?.rows ?? []).map(([name]) => name ?? null)
  }

  it('leaves the caller no relation but those of time zones', async () => {
    const open = await listed(`select relname from pg_class where relkind in ('r', 'v', 'm', 'p', 'f')
      and relnamespace in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and has_any_column_privilege('${session.caller}', oid, 'select') order by 1`)
    assert.deepEqual(open, ['pg_timezone_abbrevs', 'pg_timezone_names'])
  })

  it('leaves the caller no function that tells of the session, of names, of rights or of earlier calls', async () => {
    await session.run(
      `create sequence numbers; grant usage on sequence numbers to ${session.caller}; set role ${session.caller}`,
    )
    for (const call of TELLING) await assert.rejects(listed(`select ${call}`), { sqlState: '42501' }, call)
    await session.run('reset role; drop sequence numbers')
  })

  it('leaves the caller what applications use', async () => {
    await session.run(`set role ${session.caller}`)
    for (const call of USED) await assert.doesNotReject(listed(`select ${call}`), call)
    await session.run('reset role')
  })

  it('leaves the caller no volatile function of which the reader of cases does not know it', async () => {
    const extensions = [
      'btree_gin',
      'btree_gist',
      'fuzzystrmatch',
      'hstore',
      'ltree',
      'pg_trgm',
      'pgcrypto',
      'unaccent',
    ]
    for (const name of [...extensions, 'uuid-ossp']) await session.run(session.createExtension(name))
    const open =
      await listed(`select distinct proname || '(' || repeat('null, ', pronargs - 1) || left('null', pronargs * 4) || ')'
      from pg_proc p where has_function_privilege('${session.caller}', oid, 'execute') and provolatile = 'v' and prokind = 'f'
        and pronamespace <> 'provided'::regnamespace and prorettype <> 'trigger'::regtype
        and not proargtypes::oid[] && array['internal', 'cstring']::regtype[]::oid[] and proname !~ 'advisory' order by 1`)
    assert.ok(open.includes('clock_timestamp()'))
    for (const call of open) assert.equal(volatileIn(tryParse(`select ${call}`)).length, 1, call ?? '')
  })

  it('draws other numbers whatever the seed is', async () => {
    const [first, second] = [await listed('set seed = 0.5; select 1'), await listed('select random()')]
    await session.run('set seed = 0.5')
    assert.notDeepEqual(await listed('select random()'), second)
    assert.ok(first)
    assert.deepEqual(
      await listed(
        'select bool_and(random() between 0 and 1 and random(1, 6) between 1 and 6) from generate_series(1, 100)',
      ),
      ['t'],
    )
  })

  it('is owned by nobody who is here: the user of the session is no superuser and cannot become one', async () => {
    const [user] = await listed("select current_user || ' ' || rolsuper from pg_roles where rolname = session_user")
    assert.equal(user, 'postgres false')
    const escapes = [
      'set role catalog_owner',
      'alter role postgres superuser',
      'update pg_authid set rolsuper = true',
      "select pg_read_file('PG_VERSION')",
      'create function f() returns int language internal as $$int4in$$',
    ]
    for (const sql of escapes) await assert.rejects(session.run(sql), { sqlState: '42501' }, sql)
    assert.deepEqual(await listed("select count(*) from pg_class where relowner = 'postgres'::regrole"), ['0'])
  })

  it('lets the caller read settings of an application, and no other', async () => {
    await session.run("set app.tenant = '7'")
    await session.run(`set role ${session.caller}`)
    assert.deepEqual(await listed("select current_setting('app.tenant')"), ['7'])
    assert.deepEqual(await listed("select current_setting('app.nothing', true)"), [null])
    await assert.rejects(listed("select current_setting('app.nothing')"), { sqlState: '42704' })
    // As on any server, a name that is none is not known.
    await assert.rejects(listed("select current_setting('')"), { sqlState: '42704' })
    assert.deepEqual(await listed("select current_setting('', true)"), [null])
    for (const name of ['search_path', 'session_replication_role', 'data_directory'])
      await assert.rejects(listed(`select current_setting('${name}', true)`), { sqlState: '42501' }, name)
    await assert.rejects(listed("select read_setting('search_path')"), { sqlState: '42501' })
    await session.run('reset role; reset app.tenant')
  })

  it('hides from the caller that a setting once had a value', async () => {
    await session.run(`set role ${session.caller}; begin; set local app.once = '7'; rollback`)
    assert.deepEqual(await listed("select current_setting('app.once', true)"), [null])
    await assert.rejects(listed("select current_setting('app.once')"), { sqlState: '42704' })
    await session.run('reset role')
  })

  it('lets the caller run no text as a query by a function, as no reader of the code would find that query', async () => {
    const running = [
      "query_to_xml('select 1', true, false, '')",
      "query_to_xmlschema('select 1', true, false, '')",
      "query_to_xml_and_xmlschema('select 1', true, false, '')",
      "cursor_to_xml('c', 1, true, false, '')",
      "ts_stat('select to_tsvector(''a'')')",
      "ts_rewrite('a'::tsquery, 'select ''a''::tsquery, ''b''::tsquery')",
    ]
    await session.run(`set role ${session.caller}`)
    for (const call of running) await assert.rejects(listed(`select ${call}`), { sqlState: '42501' }, call)
    assert.deepEqual(await listed("select ts_rewrite('a'::tsquery, 'a'::tsquery, 'b'::tsquery)"), ["'b'"])
    await session.run('reset role')
  })

  it('still lets a schema create extensions, of those that are there', async () => {
    await session.run(session.createExtension('citext'))
    assert.deepEqual(await listed("select 'A'::citext = 'a'"), ['t'])
    await assert.rejects(session.run(session.createExtension('file_fdw')), /extension "file_fdw" is not available/)
  })
})
