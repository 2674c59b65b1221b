import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { selfTest } from '../../self-test/self-test.ts'
import { type Bench, openBench, toProve } from '../../testing/tiny-application.ts'

const SCHEMA = `
create table docs (id int primary key, tenant_id int not null, title text not null);
create table tokens (id int primary key, is_ended boolean not null, scope text not null);
`

const SEED = `
insert into docs values (11, 1, 'first'), (21, 2, 'of two');
insert into tokens values (1, false, 'write'), (2, true, 'write'), (3, false, 'read');
`

/** The admin has no token in any state; the member has tokens in all. */
const PROOF = `
context: {tenant_id: int, role: text, token_id: int}
actors:
  ann: {tenant_id: 1, role: admin, token_id: null}
  ben: {tenant_id: 1, role: member, token_id: 1}
  ben-ended: {tenant_id: 1, role: member, token_id: 2}
  ben-reading: {tenant_id: 1, role: member, token_id: 3}
  cleo: {tenant_id: 2, role: member, token_id: null}
rules:
  R1: {category: tenant-isolation, rows: {docs: tenant_id = :tenant_id}}
  R2: {category: temporal-access, rows: {"*": ":token_id is null or exists (select from tokens t where t.id = :token_id and not t.is_ended)"}}
  R3:
    category: permission-validation
    changes: {docs: "not exists (select from tokens t where t.id = :token_id and t.scope = 'read')"}
    example:
      as: ben-reading
      allowed: insert into tokens values (9, true, 'read')
      forbidden: update docs set title = 'x' where id = 11
  R4: {category: missing-access-control, rows: {tokens: ":role = 'admin' or :role = 'member' and :token_id = tokens.id"}}
queries:
  told-docs:
    call: select * from told_docs(:tenant_id, :token_id)
    max_rows: none
    works: [{as: ann, gives: [11]}, {as: ben, gives: [11]}, {as: cleo, gives: [21]}]
  list-docs:
    max_rows: none
    works: [{as: ann, gives: [11]}, {as: ben, gives: [11]}, {as: cleo, gives: [21]}]
  rename-doc:
    parameters: {doc_id: docs.id, title: [new]}
    max_rows: none
    works:
      - {as: ann, with: {doc_id: 11, title: new}, gives: [11], changes: {docs: [11]}}
      - {as: ben, with: {doc_id: 11, title: new}, gives: [11], changes: {docs: [11]}}
`

let bench: Bench
before(async () => {
  bench = await openBench(SCHEMA, SEED, PROOF)
})
after(() => bench.session.close())

const NOT_ENDED = 'not exists (select from tokens t where t.id = :token_id and t.is_ended)'
const NOT_READING = "not exists (select from tokens t where t.id = :token_id and t.scope = 'read')"

const list = (guard: string) => `select id, title from docs where tenant_id = :tenant_id and ${guard}`
const rename = (guard: string) =>
  `update docs set title = :title where id = :doc_id and tenant_id = :tenant_id and ${NOT_ENDED} and ${guard} returning id`

describe('whoever may see nothing', () => {
  const told = (
    refusal: string,
  ) => `create function told_docs(p_tenant_id int, p_token_id int) returns table (id int, title text) language plpgsql as $$
    begin
      if exists (select from tokens t where t.id = p_token_id and t.is_ended) then ${refusal} end if;
      return query select d.id, d.title from docs d where d.tenant_id = p_tenant_id;
    end $$`

  it('may be told so, by an error or by a notice', async () => {
    await bench.good('told-docs', told("raise exception 'the token has ended';"))
    await bench.good('told-docs', told("raise notice 'the token has ended'; return;"))
  })

  it('must not be told of rows', async () => {
    const code = told("raise notice 'the first of % is %', p_tenant_id, (select min(d.title) from docs d); return;")
    assert.notEqual((await bench.prove('told-docs', toProve('good', code))).unproved, undefined)
  })
})

describe('a state that proof.yaml has for one role alone', () => {
  it('is tried for the other role', async () => {
    await bench.good('list-docs', list(NOT_ENDED))
    await bench.bad('list-docs', list(`(:role = 'admin' or ${NOT_ENDED})`), 'R2')
    await bench.good('rename-doc', rename(NOT_READING))
    await bench.bad('rename-doc', rename(`(:role = 'admin' or ${NOT_READING})`), 'R3')
  })

  it('is told in the witness', async () => {
    const { unproved } = await bench.prove('list-docs', toProve('good', list(`(:role = 'admin' or ${NOT_ENDED})`)))
    assert.match(unproved ?? '', /ann with token_id 2/)
  })

  it('is wanted by the self-test, with the line of the condition; a condition on the role alone is not', async () => {
    const warnings = (await selfTest(bench.database)).filter(({ isWarning }) => isWarning)
    assert.deepEqual(
      warnings.map(({ message, line }) => [message.slice(0, 80), line]),
      [
        ['R2 never fails for role admin: add an actor of this role for whom ":token_id is ', 11],
        ['R3 never fails for role admin: add an actor of this role for whom "not exists (s', 14],
      ],
    )
  })
})
