// A proof.yaml that says no more than it must.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { selfTest } from '../self-test/self-test.ts'
import { type Bench, openBench, toProve } from '../testing/tiny-application.ts'

const SCHEMA = `
create type task_state as enum ('open', 'done');
create table tasks (id int primary key, team_id int not null, state task_state not null default 'open', title text not null);
`

const SEED = `insert into tasks values (1, 1, 'open', 'of one'), (2, 1, 'done', 'of one'), (3, 2, 'open', 'of two'), (4, 2, 'done', 'of two');`

const PROOF = `
context: {team_id: int, role: text}
actors: {ann: {team_id: 1, role: lead}, ben: {team_id: 1, role: guest}, cleo: {team_id: 2, role: lead}}
rules:
  R1: {category: tenant-isolation, rows: {tasks: team_id = :team_id}}
  R2: {category: permission-validation}
  R3: {category: pagination, max_rows: 4}
  R4: {category: sql-injection}
queries:
  list-tasks:
    callers: [lead, guest]
    parameters: {state: [open, done], page_size: [2, 4]}
    works: [{as: ann, with: {state: open, page_size: 4}}, {as: cleo, with: {state: done, page_size: 4}}]
  finish-task:
    callers: {R2: [lead]}
    parameters: {task_id: tasks.id}
    max_rows: none
    works: [{as: ann, with: {task_id: 1}}]
  finish-next:
    callers: {R2: [lead]}
    parameters: {task_id: tasks.id}
    max_rows: none
    works: [{as: ann, with: {task_id: 1}, gives: [1]}]
  finish-all:
    parameters: {task_ids: "tasks.id[]"}
    max_rows: none
    works: [{as: ann, with: {task_ids: [1]}}]
  finish-some:
    parameters: {task_ids: tasks.id}
    max_rows: none
    works: [{as: ann, with: {task_ids: [1]}}]
  finish-few:
    parameters: {task_ids: [[1], [3, 1], []]}
    max_rows: none
    works: [{as: ann, with: {task_ids: [1]}}]
  search-tasks:
    parameters: {term: {payload: of}}
    max_rows: none
    call: select * from search_tasks(:team_id, :term)
    works: [{as: ann, with: {term: of}}]
`

let bench: Bench
before(async () => {
  bench = await openBench(SCHEMA, SEED, PROOF)
})
after(() => bench.session.close())

const list = (limit: string, guard = 'team_id = :team_id') =>
  `select id, title from tasks where ${guard} and state = :state order by id limit ${limit}`
const finish = (guard: string) =>
  `update tasks set state = 'done' where id = :task_id and team_id = :team_id and ${guard} returning id`
const search = (
  term: string,
) => `create function search_tasks(team int, term text) returns table (id int) language plpgsql as $$
  begin return query execute 'select t.id from tasks t where t.team_id = $1 and t.title like ' || ${term} using team; end $$`

describe('a short proof.yaml', () => {
  it('passes its self-test', async () => {
    assert.deepEqual(await selfTest(bench.database), [])
  })

  it('proves good cases, and says what else to write', async () => {
    const listed = await bench.prove('list-tasks', toProve('good', list('least(:page_size, 4)')))
    assert.equal(listed.unproved, undefined)
    assert.match(
      listed.remarks.map(({ text }) => text).join(),
      /"works" does not say what must come; for this case it would be gives: \[1\] as ann/,
    )
    const finished = await bench.prove('finish-task', toProve('good', finish("state = 'open' and :role = 'lead'")))
    assert.equal(finished.unproved, undefined)
    assert.match(finished.remarks.map(({ text }) => text).join(), /gives: \[1\], changes: \{tasks: \[1\]\} as ann/)
    const found = await bench.prove('search-tasks', toProve('good', search("quote_literal(term || '%')")))
    assert.equal(found.unproved, undefined)
  })

  it('finds what is wrong with bad ones', async () => {
    await bench.bad('list-tasks', list('least(:page_size, 4)', '(team_id = :team_id or title is null or id = 3)'), 'R1')
    await bench.bad('finish-task', finish("state = 'open'"), 'R2')
    await bench.bad('search-tasks', search("'''' || term || '%'''"), 'R4')
  })

  it('knows lists of ids by their looks', async () => {
    const code = "update tasks set state = 'done' where id = any (:task_ids) and state = 'open' returning id"
    for (const query of ['finish-all', 'finish-some', 'finish-few']) {
      const { unproved } = await bench.prove(query, toProve('good', code.replace('and', 'and team_id = :team_id and')))
      assert.equal(unproved, undefined, query)
      await bench.bad(query, code, 'R1')
    }
  })

  it('tries a page size that no rule calls one', async () => {
    await bench.bad('list-tasks', list(':page_size'), 'R3')
  })

  it('takes the keys that come back for those that change', () =>
    bench.good('finish-next', finish("state = 'open' and :role = 'lead'")))

  it('wants each call that works to do something', async () => {
    const { unproved } = await bench.prove(
      'list-tasks',
      toProve('good', list('least(:page_size, 4)', 'team_id = 1 and team_id = :team_id')),
    )
    assert.match(unproved ?? '', /the case does not do what "works" says: nothing comes back or changes as cleo/)
  })

  it('says which column to know rows by', async () => {
    const { unproved } = await bench.prove(
      'list-tasks',
      toProve('good', list('4').replace('id, title', 'title, state')),
    )
    assert.match(unproved ?? '', /the result has no column "id" to know rows by; write key: title in the query/)
  })
})
