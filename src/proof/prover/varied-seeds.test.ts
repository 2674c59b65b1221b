import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { describeWitness } from '../../lib/witness/describe-witness.ts'
import type { CaseFindings } from '../cases/findings.ts'
import { loadSeed } from '../database/test-database.ts'
import { rowsSql } from '../database/varied-seeds/rows-sql.ts'
import { variationSql } from '../database/varied-seeds/vary-seed.ts'
import {
  type Bench,
  GOOD,
  openBench,
  PROOF,
  SCHEMA,
  SEED,
  TEMPLATE,
  tinyPlan,
  toProve,
} from '../testing/tiny-application.ts'
import { DEFAULTS, proveAll } from './prover.ts'

const withVary = (vary: string) => PROOF.replace('rules:', `vary: ${vary}\nrules:`)

/** The findings of one case, or the mistake in proof.yaml. */
async function prove(proof: string, code: string, reference?: string): Promise<CaseFindings | string> {
  let found: CaseFindings | string = 'nothing was found'
  const subject = { name: 'tiny', schema: SCHEMA, plan: tinyPlan(proof), seeds: [{ file: 'seed.sql', sql: SEED }] }
  await proveAll(
    [
      {
        ...{
          subject,
          groups: [{ query: 'list-docs', cases: [{ ...toProve('good', code), ...(reference ? { reference } : {}) }] }],
        },
        onFindings(findings) {
          found = findings
        },
        onWrongPlan(message) {
          found = message
        },
      },
    ],
    { ...DEFAULTS, engine: { template: TEMPLATE }, width: 1 },
  )
  return found
}

describe('a varied seed', () => {
  // All titles that a member sees end so in the seed.
  const showsSecret = GOOD.list.replace('title', "case when title like '% of one' then title else secret end as title")

  it('shows a flaw that needs a row which the seed does not have', { timeout: 300_000 }, async () => {
    assert.notEqual(showsSecret, GOOD.list)
    const before = (await prove(PROOF, showsSecret)) as CaseFindings
    assert.deepEqual([Object.keys(before.witnesses), before.undecided], [[], undefined])
    const { witnesses } = (await prove(withVary('{docs: [title]}'), showsSecret)) as CaseFindings
    assert.ok(witnesses.R2, JSON.stringify(witnesses))
    assert.match(
      describeWitness(witnesses.R2),
      /^ben \(member\) called list-docs .*on seed\.sql, varied \(\d\) and got/,
    )
  })

  it('has texts that are longer than any that people write', { timeout: 300_000 }, async () => {
    const showsLong = GOOD.list.replace('tenant_id = :tenant_id', '(tenant_id = :tenant_id or length(title) > 900)')
    const { witnesses } = (await prove(withVary('{docs: [title]}'), showsLong)) as CaseFindings
    assert.ok(witnesses.R1, JSON.stringify(witnesses))
    assert.match(describeWitness(witnesses.R1), /on seed\.sql, varied \(2\) and got/)
  })

  it('does not hold a difference against a case that breaks no rule', { timeout: 300_000 }, async () => {
    const denies = GOOD.list.replace('where', "where title <> '' and")
    const findings = (await prove(withVary('{docs: [title, status]}'), denies, GOOD.list)) as CaseFindings
    assert.deepEqual([findings.witnesses, findings.doubt, findings.undecided], [{}, undefined, undefined])
  })

  it('leaves a right case proved', { timeout: 300_000 }, async () => {
    const findings = (await prove(
      withVary('{docs: [title, status, deleted_at], notes: body}'),
      GOOD.list,
    )) as CaseFindings
    assert.deepEqual([findings.witnesses, findings.doubt, findings.undecided], [{}, undefined, undefined])
  })

  it('does not take a part for one at work that no call shows', { timeout: 300_000 }, async () => {
    const code = GOOD.list.replace('where tenant_id = :tenant_id', "where (tenant_id = :tenant_id or title = 'legacy')")
    assert.notEqual(code, GOOD.list)
    const findings = (await prove(withVary('{docs: [title, status]}'), code)) as CaseFindings
    assert.equal(findings.unreached.length, 1, JSON.stringify(findings.unreached))
  })

  it('is not made where "where" does not hold of the seed itself', { timeout: 300_000 }, async () => {
    const message = await prove(withVary("{docs: {columns: title, where: docs.title <> 'first of one'}}"), GOOD.list)
    assert.match(String(message), /"where" of docs must hold of all rows of the seed, but 1 break it/)
  })
})

const byId = (a: unknown[], b: unknown[]) => Number(a[0]) - Number(b[0])

describe('the values of a varied seed', () => {
  const KEPT = "docs.title <> '' and docs.title <> ' ' and length(docs.title) < 30"
  let bench: Bench
  before(async () => {
    bench = await openBench(
      SCHEMA,
      SEED,
      withVary(`{docs: {columns: [title, deleted_at, tenant_id], where: ${JSON.stringify(KEPT)}}}`),
    )
  })
  after(() => bench.session.close())

  async function rowsOf(number: number): Promise<string> {
    const { database, session } = bench
    await loadSeed(database, { file: 'seed.sql', sql: SEED })
    const sql = `${SEED};\n${await variationSql(database, number)}`
    await loadSeed(database, { file: 'varied', sql })
    const [result] = await session.run(`select id, tenant_id, title, deleted_at, (${KEPT})::text from docs order by id`)
    return JSON.stringify(result?.rows)
  }

  it('are the same each time, others by number, and keep constraints and "where"', async () => {
    const [first, again, second] = [await rowsOf(1), await rowsOf(1), await rowsOf(2)]
    assert.equal(first, again)
    assert.notEqual(first, second)
    for (const rows of [first, second]) for (const row of JSON.parse(rows)) assert.equal(row.at(-1), 'true', rows)
  })

  it('are the same rows, in the same order, when they are loaded as they are', async () => {
    const { database, session } = bench
    const varied = await rowsOf(1)
    const sql = await rowsSql(database)
    assert.ok(sql)
    await loadSeed(database, { file: 'rows', sql })
    const [result] = await session.run(`select id, tenant_id, title, deleted_at, (${KEPT})::text from docs`)
    const [notes] = await session.run('select count(*) from notes')
    assert.deepEqual(result?.rows.toSorted(byId), JSON.parse(varied))
    assert.ok(Number(notes?.rows[0]?.[0]) > 0)
  })

  it('are in copies of rows too', async () => {
    const { database, session } = bench
    await loadSeed(database, { file: 'seed.sql', sql: SEED })
    const [before] = await session.run('select count(*) from docs')
    const varied = JSON.parse(await rowsOf(2)) as string[][]
    assert.ok(varied.length > Number(before?.rows[0]?.[0]), `${varied.length} rows`)
    assert.equal(new Set(varied.map(([id]) => id)).size, varied.length)
  })

  it('keep what "where" says of each actor', async () => {
    const proof = withVary(
      '{docs: {columns: title, where: "docs.tenant_id <> :tenant_id or docs.title like \'% of %\'"}}',
    )
    const { database, session } = await openBench(SCHEMA, SEED, proof)
    await loadSeed(database, { file: 'varied', sql: `${SEED};\n${await variationSql(database, 1)}` })
    const [result] = await session.run("select tenant_id, title like '% of %' from docs group by 1, 2 order by 1, 2")
    await session.close()
    // Actors are of the tenants 1 and 2.
    assert.deepEqual(
      result?.rows.filter(([tenant, isKept]) => tenant !== '3' && isKept !== 't'),
      [],
    )
    assert.ok(
      result?.rows.some(([tenant, isKept]) => tenant === '3' && isKept === 'f'),
      JSON.stringify(result?.rows),
    )
  })

  it('have a gap in rows that hold now', async () => {
    const schema = `${SCHEMA}; create table grants (id int primary key, doc_id int, starts_at timestamptz, ends_at timestamptz)`
    const seed = `${SEED}; insert into grants select n, n, '2020-01-01', null from generate_series(1, 20) n`
    const proof = withVary('{grants: [starts_at, ends_at]}').replace(
      'role: text}',
      'role: text, now: {type: timestamptz, value: 2026-05-04T09:00:00Z}}',
    )
    const { database, session } = await openBench(schema, seed, proof)
    await loadSeed(database, { file: 'varied', sql: `${seed};\n${await variationSql(database, 2)}` })
    const [result] = await session.run(`select count(*) from grants a join grants b using (doc_id)
      where a.ends_at = '2026-05-03T09:00:00Z' and b.starts_at = '2026-05-05T09:00:00Z'`)
    await session.close()
    assert.ok(Number(result?.rows[0]?.[0]) > 0)
  })

  it('are copies that hold at another time, as long as their originals', { timeout: 300_000 }, async () => {
    const schema = `${SCHEMA}; create table grants (id int primary key, doc_id int, starts_at timestamptz, ends_at timestamptz)`
    const seed = `${SEED}; insert into grants select n, 11, '2020-01-01', '2020-01-08' from generate_series(1, 20) n`
    const proof = withVary('{grants: [starts_at, ends_at]}').replace(
      'role: text}',
      'role: text, now: {type: timestamptz, value: 2026-05-04T09:00:00Z}}',
    )
    const { database, session } = await openBench(schema, seed, proof)
    await loadSeed(database, { file: 'varied', sql: `${seed};\n${await variationSql(database, 1)}` })
    const [moved] = await session.run(
      "select count(*) from grants where id > 20 and starts_at > '2026-04-01' and ends_at - starts_at = interval '7 days'",
    )
    await session.close()
    assert.ok(Number(moved?.rows[0]?.[0]) > 0)
  })
})
