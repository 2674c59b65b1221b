import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, GOOD, openBench, SCHEMA, SEED, toProve } from '../testing/tiny-application.ts'
import { checkIntact } from './session-state.ts'
import { loadSeed } from './test-database.ts'

/** What an owner could leave. */
const LEFT = [
  'create table public.left_over (n int)',
  "create or replace function shout(t text) returns text language sql stable as 'select t'",
  'alter table docs add column n int default 1',
  'alter table docs alter title set default 1',
  'alter table docs disable trigger user',
  'create rule r as on insert to docs do also select 1',
  'create view public.v as select 1',
  'grant truncate on docs to app_user',
  'grant create on schema public to app_user',
  'create schema mine',
  'create domain d as int',
  'alter table docs enable row level security',
  "alter role current_user set timezone = 'UTC'",
]

describe('checkIntact', () => {
  let bench: Bench
  before(async () => {
    bench = await openBench(
      `${SCHEMA} create function shout(t text) returns text language sql stable as 'select upper(t)';`,
    )
  })
  after(() => bench.session.close())

  it('finds the catalog as before after cases have run, and after another load of the seed', async () => {
    await bench.good('list-docs', GOOD.list)
    await bench.good('search-docs', GOOD.search)
    await bench.prove('list-docs', toProve('good', 'select nothing'))
    await bench.session.run('vacuum analyze docs')
    await checkIntact(bench.database)
    await loadSeed(bench.database, { file: 'seed.sql', sql: SEED })
    await checkIntact(bench.database)
  })

  it('finds each change of the catalog', async () => {
    for (const change of LEFT) {
      await bench.session.run(`begin; ${change}`)
      await assert.rejects(checkIntact(bench.database), /not as before: .*the catalog/, change)
      await bench.session.run('rollback')
      await checkIntact(bench.database)
    }
  })
})
