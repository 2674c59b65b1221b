// Flaws that show only in calls that one actor of each role makes. Each flaw stands beside a right case of the same look.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench, PROOF, SCHEMA, SEED } from '../testing/tiny-application.ts'
import { planCalls } from './call-plan.ts'

const QUERIES = `
  filter-docs:
    parameters: {status: text, owner: {type: int, values: [1, 7]}, since: timestamptz, term: text, amount: int}
    max_rows: none
    works:
      - {as: ann, gives: [11, 12]}
      - {as: ben, gives: [11, 12]}
  find-docs:
    parameters: {term: text}
    max_rows: none
    works:
      - {as: ann, gives: [11, 12]}
      - {as: ben, with: {term: first of one}, gives: [11]}
  claim-name:
    parameters: {title: text}
    max_rows: none
    key: ok
    works:
      - {as: ann, with: {title: a new one}, gives: [t], changes: {payments: 1}}
`

const WITH_CLOCK = PROOF.replace('role: text}', 'role: text, now: {type: timestamptz, value: 2026-05-04T09:00:00Z}}')

let bench: Bench
before(async () => {
  const schema = SCHEMA.replace(
    "'open', deleted_at",
    "'open' check (status in ('open', 'closed', 'lost')), deleted_at",
  ).replace('title text not null, secret', 'title text not null unique, secret')
  const seed = SEED.replace("'s12'", "'Second secret'").replace(
    '(21, 2,',
    "(15, 1, 'spare of one', 's15', null), (21, 2,",
  )
  bench = await openBench(schema, seed, WITH_CLOCK + QUERIES)
})
after(() => bench.session.close())

/** The documents of one's own but one, and those that the guard lets through. */
const filtering = (guard: string) =>
  `select id, title from docs where (tenant_id = :tenant_id and id <> 15 or ${guard}) and deleted_at is null and :owner is distinct from 0
     and (:status is null or :status <> '') and (:since is null or true) and (:term is null or true) and (:amount is null or true) order by id`

/** The flaw is found, and the same condition about one's own rows is none. */
async function isFound(flaw: string): Promise<void> {
  await bench.bad('filter-docs', filtering(flaw), 'R1')
  await bench.good('filter-docs', filtering(`tenant_id = :tenant_id and (${flaw})`))
}

describe('the calls of one actor of each role', () => {
  it('have two parameters at once', () => isFound("upper(:status) = 'LOST' and sign(:owner - 6) = 1"))

  it('have the words of the code in small letters too, where the code folds case', () =>
    isFound("upper(:term) = 'LEGACY' and :term <> 'LEGACY'"))

  it('have the labels of a CHECK, though no row has them', () => isFound("upper(:status) = 'LOST'"))

  it('have boundary values', async () => {
    await isFound('length(:amount::text) > 6')
    await isFound('length(:term) > 250')
    await isFound('not isfinite(:since)')
  })

  it('have the literals of the code, and the numbers beside them', async () => {
    await isFound(':amount > 4711')
    await isFound(":term = 'Open Sesame'")
    await isFound(":term = lower('OPEN SESAME')")
    await isFound(":since < :now - interval '40 days' and :since > :now - interval '40 days 2 seconds'")
  })

  it('have a literal together with a choice', () => isFound(":term = 'sesame' and :owner = 7"))

  it('have every hidden value, and parts of it', async () => {
    const finding = (guard: string) => `select id, title from docs where tenant_id = :tenant_id and deleted_at is null
      and id <> 15 and (:term is null or :role = 'admin' or title = :term${guard}) order by id`
    await bench.good('find-docs', finding(''))
    await bench.bad('find-docs', finding(' or secret = :term and id = 12'), 'R2')
    await bench.bad('find-docs', finding(" or secret like :term || '%' and length(:term) = 6"), 'R2')
  })

  it('have the natural keys of hidden rows, where a query writes', async () => {
    const claiming = (scope: string) => `insert into payments (tenant_id, key, amount)
      select :tenant_id, 'k', 1 where not exists (select from docs where title = :title and ${scope}) returning true as ok`
    await bench.good('claim-name', claiming('tenant_id = :tenant_id and deleted_at is null'))
    await bench.bad('claim-name', claiming('deleted_at is null'), 'R1')
  })

  it('say why they are made, each once, after those that all actors make', async () => {
    const query = bench.database.plan.queries.find(({ name }) => name === 'filter-docs')
    assert.ok(query)
    const shared = await planCalls(bench.database, query, false)
    const plan = await shared.withLiterals(['4711', 'sesame'])
    const calls = plan.plannedFor('ann')
    assert.deepEqual(plan.callsOf('ann').slice(0, 1), plan.base)
    assert.match(calls[0]?.why ?? '', /^works, line \d+$/)
    assert.equal(new Set(calls.map(({ parameters }) => JSON.stringify(parameters))).size, calls.length)
    assert.deepEqual(calls.slice(0, shared.plannedFor('ann').length), shared.plannedFor('ann'))
    const whys = new Set(calls.map(({ why }) => why))
    for (const why of [
      ...['owner: value of proof.yaml', 'status: each label of a CHECK of docs.status', 'amount: boundary of int'],
      ...['pair: status × owner', 'pairs: several in one call', 'amount: literal 4711 of the code'],
    ])
      assert.ok(whys.has(why), `${why}: ${[...whys].join('; ')}`)
    assert.ok(plan.plannedFor('ben').some(({ why }) => why === 'term: hidden value of docs.secret'))
    assert.ok(calls.some(({ parameters }) => parameters.term === 'sesame'))
    assert.ok(!calls.some(({ parameters }) => parameters.amount === 'sesame'))
  })
})
