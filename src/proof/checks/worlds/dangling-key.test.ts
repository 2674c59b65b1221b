import { after, before, describe, it } from 'node:test'
import { type Bench, openBench } from '../../testing/tiny-application.ts'

const SCHEMA = `
create table users (id int primary key, company int not null);
create table interviews (id int primary key, company int not null, interviewer_id int not null references users);
create table scores (interview_id int not null references interviews, reviewer_id int not null references users, score int,
  primary key (interview_id, reviewer_id));
`

// The second interview of company 1 is led by somebody of company 2.
const SEED = `
insert into users values (1001, 1), (1002, 1), (2001, 2);
insert into interviews values (101, 1, 1001), (102, 1, 2001), (201, 2, 2001);
`

const PROOF = `
context: {company: int}
actors: {ann: {company: 1}, cleo: {company: 2}}
rules:
  R1: {category: tenant-isolation, rows: {users: company = :company, interviews: company = :company}}
queries:
  open-score:
    parameters: {interview_id: interviews.id}
    works: [{as: ann, with: {interview_id: 101}, changes: {scores: 1}}]
  give-score:
    parameters: {interview_id: interviews.id, reviewer_id: users.id}
    works: [{as: ann, with: {interview_id: 101, reviewer_id: 1002}, changes: {scores: 1}}]
`

describe('a key that points at a hidden row', () => {
  let bench: Bench
  before(async () => {
    bench = await openBench(SCHEMA, SEED, PROOF)
  })
  after(() => bench.session.close())

  it('may be copied from a permitted row', async () => {
    const open =
      'insert into scores (interview_id, reviewer_id) select id, interviewer_id from interviews where id = :interview_id'
    await bench.good('open-score', `${open} and company = :company`)
    await bench.bad('open-score', open, 'R1')
  })

  it('may not be taken from the client', async () => {
    const give =
      'insert into scores (interview_id, reviewer_id) select i.id, :reviewer_id from interviews i where i.id = :interview_id and i.company = :company'
    await bench.bad('give-score', give, 'R1')
    await bench.good(
      'give-score',
      `${give} and exists (select from users u where u.id = :reviewer_id and u.company = :company)`,
    )
  })
})
