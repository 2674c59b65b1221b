import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type Bench, openBench, toProve } from '../../testing/tiny-application.ts'

const SCHEMA = `
create table docs (id int primary key, title text not null);
create table members (id int primary key, user_id int not null, doc_id int not null, job text not null, is_open bool not null);`

const SEED = `
insert into docs values (1, 'one'), (2, 'two'), (3, 'three');
insert into members values (11, 1, 1, 'reader', true), (12, 2, 2, 'reader', true), (13, 1, 2, 'guest', true), (14, 2, 3, 'reader', false);`

const PROOF = `
context: {user_id: int}
actors: {ann: {user_id: 1}, ben: {user_id: 2}}
vary: {members: [job, is_open]}
rules:
  R1:
    category: missing-access-control
    rows:
      docs: exists (select from members m where m.doc_id = docs.id and m.user_id = :user_id and m.job = 'reader' and m.is_open)
queries:
  list-docs:
    max_rows: none
    works:
      - {as: ann, gives: [1]}
      - {as: ben, gives: [2]}
`

const MEMBER = 'exists (select from members m where m.doc_id = d.id and m.user_id = :user_id and'
const WHOLE = `select d.id, d.title from docs d where ${MEMBER} m.job = 'reader' and m.is_open) order by d.id`
const IN_PARTS = `select d.id, d.title from docs d where ${MEMBER} m.job = 'reader') and ${MEMBER} m.is_open) order by d.id`

let bench: Bench
before(async () => {
  bench = await openBench(SCHEMA, SEED, PROOF)
})
after(() => bench.session.close())

it('finds code that asks two rows for what one row must have', async () => {
  const { unproved } = await bench.prove('list-docs', { ...toProve('good', IN_PARTS), reference: WHOLE })
  assert.match(
    unproved ?? '',
    /R1 breaks: .* with a copy of the row 1\d of members with is_open = 'f\w*', and job = '\w*' in the row itself and got/,
  )
})
