import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CaseFindings } from '../../cases/findings.ts'
import { proveCases } from '../../prover/prove-cases.ts'
import { type Bench, GOOD, openBench, PROOF, SCHEMA, SEED, toProve } from '../../testing/tiny-application.ts'
import { findActors } from '../../worlds/actors.ts'

const SORTED = `${PROOF}
  sorted-docs:
    parameters: {sort: {type: text, values: [title]}}
    call: select * from sorted_docs(:tenant_id, :sort)
    works: [{as: ann, with: {sort: title}, gives: [11, 12]}, {as: ann, with: {sort: nonsense}, gives: [11, 12]}]
`

const ORIGINAL = `create function sorted_docs(p_tenant_id int, p_sort text) returns table (id int) language plpgsql as $$
  begin
    if p_sort <> 'title' then p_sort := 'id'; end if;
    return query execute 'select d.id from docs d where d.tenant_id = $1 and d.deleted_at is null
      order by d.' || p_sort || ', d.id limit 3' using p_tenant_id;
  end $$`

let bench: Bench
before(async () => {
  bench = await openBench(SCHEMA, SEED, SORTED)
})
after(() => bench.session.close())

async function findingsOf(found: string, replacement: string): Promise<CaseFindings> {
  const { database } = bench
  const query = database.plan.queries.find(({ name }) => name === 'sorted-docs')
  if (!query) throw new Error('no query')
  const actors = await findActors(database)
  const proofRun = { database, seed: 'seed.sql', actors, onCase: () => {}, kills: new Map() }
  const cases = [toProve('good', ORIGINAL.replace(found, replacement))]
  const [findings] = await proveCases(proofRun, [{ query, original: toProve('good', ORIGINAL), cases }])
  if (!findings) throw new Error('no findings')
  return findings
}

describe('a mutant of a function', () => {
  it('is killed by the calls that must work, by a rule, or by nothing', async () => {
    assert.equal((await findingsOf(' and d.deleted_at is null', '')).killedBy, 'works')
    assert.equal((await findingsOf('= $1', '= any (array[$1, 3])')).killedBy, 'works')
    assert.equal((await findingsOf('limit 3', '')).killedBy, 'R7')
    const { killedBy, undecided } = await findingsOf("'id'", "'title'")
    assert.deepEqual({ killedBy, undecided }, { killedBy: undefined, undecided: undefined })
  })

  it('is no SQL when PostgreSQL refuses it wherever it should do something', async () => {
    const { killedBy, undecided } = await findingsOf('select d.id', 'select d.none')
    assert.equal(killedBy, undefined)
    assert.deepEqual(undecided, {
      reason: 'PostgreSQL does not accept the case: column d.none does not exist (42703)',
      sqlState: '42703',
    })
  })

  it('is killed when it lost a guard before a name that the client sends, or denies what it should not', async () => {
    assert.equal((await findingsOf("p_sort <> 'title'", 'false')).killedBy, 'works')
    const denied = "raise insufficient_privilege using message = 'no'; end if;"
    assert.equal((await findingsOf("p_sort := 'id'; end if;", denied)).killedBy, 'works')
  })
})

const KEYS = `
context: {tenant_id: int}
actors: {ann: {tenant_id: 1}, cleo: {tenant_id: 2}}
rules:
  R1: {category: tenant-isolation, rows: {docs: tenant_id = :tenant_id, shares: tenant_id = :tenant_id}}
queries:
  close-doc:
    parameters: {doc_id: docs.id}
    works: [{as: ann, with: {doc_id: 11}, gives: [11]}]
  close-docs:
    parameters: {doc_ids: docs.id}
    works: [{as: ann, with: {doc_ids: [11, 12]}, gives: [11, 12]}]
  share-doc:
    parameters: {doc_id: docs.id, user_id: [7]}
    works: [{as: ann, with: {doc_id: 11, user_id: 7}, changes: {shares: [[1, 11, 7]]}}]
`

const KEYS_SCHEMA = `
create table docs (id int primary key, tenant_id int not null, status text not null default 'open');
create table shares (tenant_id int, doc_id int, user_id int, primary key (tenant_id, doc_id, user_id));
create table notes (id serial primary key, doc_id int not null);
`

describe('a call in works that names keys', () => {
  let keys: Bench
  before(async () => {
    keys = await openBench(KEYS_SCHEMA, 'insert into docs values (11, 1), (12, 1), (21, 2);', KEYS)
  })
  after(() => keys.session.close())
  const unproved = async (query: string, code: string) => (await keys.prove(query, toProve('good', code))).unproved

  const UPDATE = `update docs set status = 'closed' where id = :doc_id and tenant_id = :tenant_id`

  it('takes those that change, whether or not they come back', async () => {
    await keys.good('close-doc', UPDATE)
    await keys.good('close-doc', `${UPDATE} returning id`)
    await keys.bad('close-doc', UPDATE.replace(' and tenant_id = :tenant_id', ''), 'R1')
    const more = await unproved('close-doc', UPDATE.replace('id = :doc_id', ':doc_id is not null'))
    assert.match(more ?? '', /the case gives more than "works" says: .*12/)
    const none = await unproved('close-doc', UPDATE.replace('id = :doc_id', 'id = :doc_id and false'))
    assert.notEqual(none, undefined)
  })

  it('says what to write where others change', async () => {
    const other = `with done as (${UPDATE.replace(':doc_id', '12')}) select id from docs where id = :doc_id and tenant_id = :tenant_id`
    assert.match(
      (await unproved('close-doc', other)) ?? '',
      /the case gives more than "works" says: changes: \{docs: \[12\]\}, which "works" does not name, as ann/,
    )
  })

  it('leaves what else changes to the rules, and says what it was', async () => {
    const noted = `with done as (${UPDATE} returning id) insert into notes (doc_id) select id from done returning doc_id as id`
    const { unproved: why, remarks } = await keys.prove('close-doc', toProve('good', noted))
    assert.equal(why, undefined)
    assert.match(remarks.map(({ text }) => text).join(), /changes: \{notes: 1\} as ann/)
  })

  it('leaves what a rule requires to that rule', async () => {
    const proof = PROOF.replace('changes: {docs: [11], audit: 1}', 'changes: {docs: [11]}')
    assert.notEqual(proof, PROOF)
    const tiny = await openBench(SCHEMA, SEED, proof)
    await tiny.good('close-doc', GOOD.close)
    await tiny.session.close()
  })

  it('sends a list where works does, and each row of the column', async () => {
    const update = UPDATE.replace('= :doc_id', '= any (:doc_ids)')
    await keys.good('close-docs', update)
    await keys.bad('close-docs', update.replace(' and tenant_id = :tenant_id', ''), 'R1')
  })

  it('takes a key of several columns as a list', async () => {
    const share =
      'insert into shares select tenant_id, id, :user_id from docs where id = :doc_id and tenant_id = :tenant_id'
    await keys.good('share-doc', `${share} on conflict do nothing`)
    const other = await unproved('share-doc', share.replace(':user_id', ':user_id + 1'))
    assert.match(other ?? '', /shares \{1,11,7\} is not changed/)
  })
})
