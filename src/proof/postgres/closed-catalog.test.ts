import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { TEMPLATE } from '../testing/tiny-application.ts'
import { openLocalSession } from './local-session.ts'
import type { Session } from './session.ts'

/** Functions that stay open although their names look as if they told of data or of the session. */
const HARMLESS = [
  // Locks that end with the call.
  ...['pg_advisory_xact_lock', 'pg_advisory_xact_lock_shared'],
  ...['pg_try_advisory_xact_lock', 'pg_try_advisory_xact_lock_shared'],
  // Sizes of values that the caller has.
  ...['pg_column_size', 'pg_size_bytes', 'pg_size_pretty'],
  // Definitions of statistics, and not the statistics.
  ...['pg_get_statisticsobjdef', 'pg_get_statisticsobjdef_columns', 'pg_get_statisticsobjdef_expressions'],
  'pg_statistics_obj_is_visible',
  // The name of a sequence.
  'pg_get_serial_sequence',
]

/** Names that look as if the function told of data or of the session. */
const SUSPICIOUS =
  '^pg_.*(stat|size|sleep|lock|wal|xact|backend|setting|file|_dir|memory|prepared|cursor|sequence)|^txid|^lo_|^set_config|seed|current_query'

describe('the catalog', () => {
  let session: Session
  before(async () => {
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

  it('leaves the caller no function that tells of data or of the session', async () => {
    const open = await listed(`select distinct proname from pg_proc
      where has_function_privilege('${session.caller}', oid, 'execute') and pronamespace = 'pg_catalog'::regnamespace
        and proname ~ '${SUSPICIOUS}' and proname !~ '_(in|out|recv|send)$' order by 1`)
    assert.deepEqual(
      open.filter(name => !HARMLESS.includes(name ?? '')),
      [],
    )
  })

  it('is owned by nobody who is here: the user of the session is no superuser and cannot become one', async () => {
    const [user] = await listed("select current_user || ' ' || rolsuper from pg_roles where rolname = session_user")
    assert.equal(user, 'app_owner false')
    const escapes = [
      'set role catalog_owner',
      'alter role app_owner superuser',
      'update pg_authid set rolsuper = true',
      "select pg_read_file('PG_VERSION')",
      'create function f() returns int language internal as $$int4in$$',
    ]
    for (const sql of escapes) await assert.rejects(session.run(sql), { sqlState: '42501' }, sql)
    assert.deepEqual(await listed("select count(*) from pg_class where relowner = 'app_owner'::regrole"), ['0'])
  })

  it('lets the caller read settings of an application, and no other', async () => {
    await session.run("set app.tenant = '7'")
    await session.run(`set role ${session.caller}`)
    assert.deepEqual(await listed("select current_setting('app.tenant')"), ['7'])
    assert.deepEqual(await listed("select current_setting('app.nothing', true)"), [null])
    await assert.rejects(listed("select current_setting('app.nothing')"), { sqlState: '42704' })
    for (const name of ['search_path', 'session_replication_role', 'data_directory'])
      await assert.rejects(listed(`select current_setting('${name}', true)`), { sqlState: '42501' }, name)
    await assert.rejects(listed("select read_setting('search_path')"), { sqlState: '42501' })
    await session.run('reset role; reset app.tenant')
  })

  it('still lets a schema create extensions, of those that are there', async () => {
    await session.run(session.createExtension('citext'))
    assert.deepEqual(await listed("select 'A'::citext = 'a'"), ['t'])
    await assert.rejects(session.run(session.createExtension('file_fdw')), /extension "file_fdw" is not available/)
  })
})
