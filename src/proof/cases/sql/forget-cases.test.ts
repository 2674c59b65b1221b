import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CODE_SCHEMA_START, RUNNERS_SCHEMA, STATEMENT_START } from '../../database/private-names.ts'
import { type Bench, GOOD, openBench, PROOF, SCHEMA, SEED, toProve } from '../../testing/tiny-application.ts'
import { forgetCases } from './forget-cases.ts'
import { sqlKind } from './sql-kind.ts'

const COUNT = `create function count_docs(tenant int, wanted text default 'open') returns bigint language plpgsql as $$
declare found bigint;
begin
  select count(*) into found from docs d where d.tenant_id = tenant and d.status = wanted and d.deleted_at is null;
  return found;
end $$`

const COUNTING = `
  count-docs:
    parameters: {status: {type: text, values: [open]}}
    max_rows: none
    call: select count_docs(:tenant_id, :status) as id
    works: [{as: ann, with: {status: open}, gives: [2]}]
`

describe('cases that were proved', () => {
  let bench: Bench
  before(async () => {
    bench = await openBench(SCHEMA, SEED, PROOF + COUNTING)
  })
  after(() => bench.session.close())

  /** A statement that writes, and functions that return rows and one value: PL/pgSQL, or with PL/pgSQL around them. */
  async function proveAll(): Promise<void> {
    await bench.good('close-doc', GOOD.close)
    await bench.good('search-docs', GOOD.search)
    await bench.good('count-docs', COUNT)
  }

  async function counted(sql: string): Promise<number> {
    const [result] = await bench.session.run(sql)
    return Number(result?.rows[0]?.[0])
  }

  it('leave no plans behind', async () => {
    const plans = `select count(*) from pg_backend_memory_contexts where name = 'CachedPlanSource'`
    await proveAll()
    const once = await counted(plans)
    await proveAll()
    assert.equal(await counted(plans), once)
  })

  it('ran as they were made: a function that something replaced is a disturbance', async () => {
    const query = bench.database.plan.queries.find(({ name }) => name === 'search-docs')
    assert.ok(query)
    for (const pattern of ['^search_docs$', '^handle_7$', '^handle_7s$']) {
      await sqlKind.prepare(bench.database, query, toProve('good', GOOD.search), 7)
      await bench.session.run(`do $do$ declare f oid := (select oid from pg_proc where proname ~ '${pattern}'); begin
        execute replace(pg_get_functiondef(f), 'begin', 'begin perform 1;'); end $do$`)
      await assert.rejects(forgetCases(bench.database), /not as before: the functions of cases/, pattern)
      await bench.session.run(
        `drop schema ${CODE_SCHEMA_START}7 cascade; drop function ${RUNNERS_SCHEMA}.handle_7, ${RUNNERS_SCHEMA}.handle_7s`,
      )
      await forgetCases(bench.database)
    }
  })

  it('leave no functions, schemas or statements behind', async () => {
    await proveAll()
    const left = `select (select count(*) from pg_proc where proname ~ '^(handle_|search_docs|count_docs)')
      + (select count(*) from pg_namespace where starts_with(nspname, '${CODE_SCHEMA_START}'))
      + (select count(*) from pg_prepared_statements where starts_with(name, '${STATEMENT_START}'))`
    assert.equal(await counted(left), 0)
  })
})
