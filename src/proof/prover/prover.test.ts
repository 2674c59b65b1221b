import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CaseFindings } from '../cases/findings.ts'
import { GOOD, SCHEMA, SEED, TEMPLATE, tinyPlan } from '../testing/tiny-application.ts'
import { DEFAULTS, proveAll } from './prover.ts'

const LEAK = GOOD.list.replace('tenant_id = :tenant_id and', '')

async function prove(query: string, cases: { name: string; code: string }[]): Promise<Map<string, CaseFindings>> {
  const findings = new Map<string, CaseFindings>()
  await proveAll(
    [
      {
        subject: { name: 'tiny', schema: SCHEMA, plan: tinyPlan(), seeds: [{ file: 'seed.sql', sql: SEED }] },
        groups: [
          {
            query,
            cases: cases.map(({ name, code }) => ({
              path: name,
              label: 'bad',
              code,
              language: 'sql',
              violates: ['R1'],
            })),
          },
        ],
        onFindings: one => findings.set(one.path, one),
        onSelfTest: failures => assert.deepEqual(failures, []),
        onWrongPlan: message => assert.fail(message),
      },
    ],
    { engine: { template: TEMPLATE }, width: 1, patienceMs: 1500, memoryBytes: 2 * 1024 ** 3, caseMs: 20_000 },
  )
  return findings
}

const functionOf = (body: string) =>
  `create function search_docs(p_tenant_id int, p_term text) returns table (id int, title text) language plpgsql as $$
  begin ${body}; return query select d.id, d.title from docs d where d.tenant_id = p_tenant_id; end $$`

describe('hostile cases', () => {
  const statements: [string, string, RegExp][] = [
    ['COMMIT', 'commit', /TRANSACTION statement/],
    ['COPY TO PROGRAM', "copy docs to program 'cat'", /COPY statement/],
    ['DROP TABLE', 'drop table docs', /DROP statement/],
    ['SET ROLE', 'set role postgres', /VARIABLE SET statement/],
    ['two statements', `${GOOD.list}; delete from docs`, /2 statements/],
    ['SET ROLE by a function', "select set_config('role', 'postgres', false) as id from docs", /permission denied/],
    ['pg_sleep', 'select id from docs, pg_sleep(100)', /permission denied/],
    [
      'an endless CTE',
      'with recursive r as (select 1 as id union all select id + 1 from r) select count(*) as id from r',
      /more than 1.5 s/,
    ],
    [
      'a memory bomb',
      "select length(string_agg(repeat('x', 100000000), '')) as id from generate_series(1, 100)",
      /more than|broke down|fails/,
    ],
  ]

  it('are unproved, and the next case is proved right', { timeout: 600_000 }, async () => {
    const cases = statements.flatMap(([name, code]) => [
      { name, code },
      { name: `after ${name}`, code: LEAK },
    ])
    const findings = await prove('list-docs', cases)
    for (const [name, , reason] of statements) {
      const { reason: found = 'decided', isTemporary } = findings.get(name)?.undecided ?? {}
      assert.match(found, reason, name)
      if (found.includes('more than')) assert.equal(isTemporary, true, name)
      const next = findings.get(`after ${name}`)
      assert.deepEqual(
        [next?.undecided?.reason, Object.keys(next?.witnesses ?? {})],
        [undefined, ['R1']],
        `after ${name}`,
      )
    }
  })

  it('are unproved in a function too', { timeout: 600_000 }, async () => {
    const bodies = [
      'commit',
      "execute 'drop table docs'",
      "execute 'copy docs to program ''cat'''",
      "execute 'set role postgres'",
      "execute 'reset role'; execute 'set local role app_user'",
      "execute 'deallocate all'",
      'perform pg_sleep(100)',
    ]
    const cases = bodies.flatMap(body => [
      { name: body, code: functionOf(body) },
      { name: `after ${body}`, code: functionOf('null').replace(' where d.tenant_id = p_tenant_id', '') },
    ])
    const findings = await prove('search-docs', cases)
    for (const body of bodies) {
      assert.ok(findings.get(body)?.undecided?.reason, body)
      assert.ok(
        'R1' in (findings.get(`after ${body}`)?.witnesses ?? {}),
        `after ${body}: ${findings.get(`after ${body}`)?.undecided?.reason}`,
      )
    }
  })
})

describe('an application that cannot be proved', () => {
  const subject = { name: 'tiny', schema: SCHEMA, plan: tinyPlan(), seeds: [{ file: 'seed.sql', sql: SEED }] }
  const one = { path: 'leak', label: 'bad' as const, code: LEAK, language: 'sql', violates: ['R1'] }
  const groups = Array.from({ length: 5 }, () => ({ query: 'list-docs', cases: [one] }))

  it('is told of once, and none of its other jobs is begun', async () => {
    const told: string[] = []
    const wrong = { ...subject, schema: 'create table docs (id int primary key)' }
    await proveAll(
      [
        {
          ...{ subject: wrong, groups, groupsAtOnce: 1 },
          onFindings: ({ path }) => assert.fail(path),
          onWrongPlan: message => told.push(message),
        },
      ],
      { ...DEFAULTS, engine: { template: TEMPLATE }, width: 1 },
    )
    assert.equal(told.length, 1, told.join('\n'))
  })

  it('fails the run where PostgreSQL cannot be started', async () => {
    const assignment = { subject, groups, groupsAtOnce: 1, onFindings() {}, onWrongPlan() {} }
    const engine = { server: 'postgres://nobody@127.0.0.1:1/none', statementTimeoutMs: 1000 }
    await assert.rejects(
      proveAll([assignment], { ...DEFAULTS, engine, width: 2 }),
      /PostgreSQL cannot be started: the server behind --pg cannot be reached/,
    )
  })
})
