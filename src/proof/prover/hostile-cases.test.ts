import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CaseFindings } from '../cases/findings.ts'
import { quoted } from '../sql/sql-text.ts'
import { GOOD, PROOF, SCHEMA, SEED, TEMPLATE, tinyPlan } from '../testing/tiny-application.ts'
import { concludeProof } from './conclude.ts'
import { proveAll } from './prover.ts'

/** The good search, with something else that it does first. */
function searching(first: string, declarations = ''): string {
  return `create function search_docs(p_tenant_id int, p_term text) returns table (id int, title text) language plpgsql as $$
    declare ignored text; ${declarations}
    begin
      ${first};
      return query select d.id, d.title from docs d where d.tenant_id = p_tenant_id and d.deleted_at is null
        and strpos(d.title, p_term) > 0 order by d.id limit 3;
    end $$`
}

const LEAK = searching('null').replace('d.tenant_id = p_tenant_id and', '')

/** Cases of a query, all of them in one job, which are said to be good. */
async function prove(
  codes: Record<string, string>,
  { caseMs = 60_000, query = 'search-docs', proof = PROOF } = {},
): Promise<Map<string, CaseFindings>> {
  const cases = Object.entries(codes).map(([path, code]) => {
    return { path, label: 'good' as const, code, language: 'sql', violates: [] }
  })
  const findings = new Map<string, CaseFindings>()
  await proveAll(
    [
      {
        subject: { name: 'tiny', schema: SCHEMA, plan: tinyPlan(proof), seeds: [{ file: 'seed.sql', sql: SEED }] },
        groups: [{ query, cases }],
        onFindings: one => findings.set(one.path, one),
        onWrongPlan: message => assert.fail(message),
      },
    ],
    { engine: { template: TEMPLATE }, width: 1, patienceMs: 5000, memoryBytes: 2 * 1024 ** 3, caseMs },
  )
  return findings
}

function whyUnproved(findings: CaseFindings | undefined): string {
  assert.ok(findings)
  const one = { path: findings.path, label: 'good' as const, code: '', language: 'sql', violates: [] }
  return concludeProof(one, findings, [{ id: 'R1' }]).unproved ?? ''
}

/** Cases that change the session, in words that no reader of their text would find. */
const DISTURBING = {
  'drops all prepared statements': searching("execute 'deal' || 'locate all'"),
  'leaves a prepared statement': searching(
    "begin execute 'prepare mine as select 1'; exception when others then null; end",
  ),
  'leaves a setting': searching("execute 'set time' || 'zone = 3'"),
}

/** Cases that ask for rights or knowledge that a caller does not have. */
const ASKING = [
  'reset role',
  'set local role postgres',
  'set session authorization default',
  "do $x$ begin execute 'reset role'; end $x$",
  "select set_config('role', 'postgres', true)",
  'alter role app_user superuser',
  'alter table docs disable trigger all',
  'set session_replication_role = replica',
  "copy docs to program 'cat'",
  "select pg_read_file('PG_VERSION')",
  "select lo_from_bytea(0, 'x')",
  'select count(*) from pg_stats',
  'select sum(reltuples) from pg_class',
  "select pg_relation_size('docs')",
  "select last_value from pg_sequences where sequencename = 'audit_id_seq'",
  'select current_query()',
  'select count(*) from pg_prepared_statements',
  'select pg_advisory_lock(1)',
  "select pg_notify('read', (select string_agg(title, ', ') from docs))",
  'select pg_sleep(0.06)',
  'select txid_current()',
  'select count(*) from information_schema.tables',
  "select nextval('audit_id_seq')",
  "select currval('audit_id_seq')",
  "select to_regnamespace('public')",
  "select has_function_privilege('pg_sleep(float8)', 'execute')",
  'select current_schemas(true)',
  "select pg_notify('docs', 'read')",
]

describe('a case that disturbs the session', () => {
  it('is unproved alone, and for now: the cases beside it are proved right', { timeout: 600_000 }, async () => {
    const findings = await prove({ good: GOOD.search, ...DISTURBING, leak: LEAK })
    for (const name of Object.keys(DISTURBING)) {
      assert.match(whyUnproved(findings.get(name)), /the case disturbs the session: /, name)
      assert.equal(findings.get(name)?.undecided?.isTemporary, true, name)
    }
    assert.equal(whyUnproved(findings.get('good')), '')
    assert.deepEqual(Object.keys(findings.get('leak')?.witnesses ?? {}), ['R1'])
  })
})

describe('a case that takes a little too long in each call', () => {
  it('is ended, and the next one is proved', { timeout: 600_000 }, async () => {
    const slow = searching('perform count(*) from generate_series(1, 200000)')
    const findings = await prove({ slow, good: GOOD.search }, { caseMs: 1500 })
    assert.match(whyUnproved(findings.get('slow')), /the case took more than 1.5 s in all/)
    assert.equal(findings.get('slow')?.undecided?.isTemporary, true)
    assert.equal(whyUnproved(findings.get('good')), '')
  })
})

describe('a case that writes what a condition cannot be asked of', () => {
  it('is unproved alone: the condition is no mistake', { timeout: 600_000 }, async () => {
    const proof = PROOF.replace('update: "old', 'update: "length(new.title) * 100000000 > 0 and old')
    assert.notEqual(proof, PROOF)
    const overflowing = GOOD.close.replace("set status = 'closed'", "set status = 'closed', title = repeat('x', 30)")
    const findings = await prove({ overflowing, good: GOOD.close }, { query: 'close-doc', proof })
    assert.match(whyUnproved(findings.get('overflowing')), /of R4 fails on what the call wrote: integer out of range/)
    assert.equal(whyUnproved(findings.get('good')), '')
  })
})

describe('a case that asks for more than a caller may have', () => {
  it('gets an error of PostgreSQL, whichever words it uses, and is not proved', { timeout: 600_000 }, async () => {
    const codes = ASKING.map(sql => [sql, searching(`execute ${quoted(sql)}`)])
    const findings = await prove({ ...Object.fromEntries(codes), good: GOOD.search })
    for (const sql of ASKING)
      assert.match(whyUnproved(findings.get(sql)), /permission denied|cannot set parameter|must be owner/, sql)
    assert.equal(whyUnproved(findings.get('good')), '')
  })

  it('is proved where it only says such words', { timeout: 600_000 }, async () => {
    const harmless = {
      words: searching("ignored := 'please discard role copy to, reset role, deallocate all'"),
      'ordinary functions': searching(`ignored := format('%I %L', 'docs', pg_typeof(p_term))
        || pg_column_size(p_term) || 'docs'::regclass::text`),
      'a setting of the application': searching("perform current_setting('app.tenant', true)"),
      'a lock for the call': searching('perform pg_advisory_xact_lock(1)'),
      'a limit of time': searching("set local statement_timeout = '2s'"),
      'a temporary table': searching('create temp table seen on commit drop as select 1 as id; drop table seen'),
    }
    const findings = await prove(harmless)
    for (const name of Object.keys(harmless)) assert.equal(whyUnproved(findings.get(name)), '', name)
  })

  it('is unproved where it reads a setting of the server', { timeout: 600_000 }, async () => {
    const reading = searching("ignored := coalesce(current_setting('plan_cache_mode', true), '')")
    const findings = await prove({ reading })
    assert.match(whyUnproved(findings.get('reading')), /permission denied for setting plan_cache_mode/)
  })
})
