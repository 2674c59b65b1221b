import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench, sentenceOf, toProve } from '../../testing/tiny-application.ts'

const SCHEMA = `
create table claims (id int primary key, title text not null);
create table files (id int primary key, claim_id int not null references claims, name text not null, is_medical boolean not null);
create table file_log (id int generated always as identity primary key, file_id int not null, reader text not null);
`

// The ids of claims are those of files, too.
const SEED = `
insert into claims values (1, 'fire'), (2, 'flood'), (3, 'theft');
insert into files values (1, 2, 'x-ray', true), (2, 1, 'photo', false), (3, 2, 'blood', true), (4, 3, 'bill', false);
`

const PROOF = `
context: {reader: text}
actors: {ann: {reader: ann}, ben: {reader: ben}}
rules:
  R1:
    requires: {table: files, on: return, when: is_medical, inserts: file_log, where: inserted.file_id = files.id and inserted.reader = :reader}
    example:
      as: ann
      allowed: with log as (insert into file_log (file_id, reader) values (1, :reader)) select id from files where id = 1
      forbidden: select id from files where id = 1
queries:
  list-claims: {works: [{as: ann}]}
  list-files: {works: [{as: ann}]}
`

let bench: Bench
before(async () => {
  bench = await openBench(SCHEMA, SEED, PROOF)
})
after(() => bench.session.close())

const files = (guard: string) =>
  `select c.id, (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name) order by f.id) from files f where f.claim_id = c.id and ${guard}) as files
   from claims c order by c.id`

async function bad(query: string, code: string): Promise<string> {
  const { unproved, witnesses } = await bench.prove(query, toProve('bad', code, ['R1']))
  assert.equal(unproved, undefined)
  return sentenceOf(witnesses[0])
}

describe('rows that are returned', () => {
  it('are not those of another table with the same ids', async () => {
    await bench.good('list-claims', 'select id, title from claims order by id')
    await bench.good(
      'list-claims',
      'select c.id, (select count(*) from files f where f.claim_id = c.id) as files from claims c order by c.id',
    )
  })

  it('are those that do not come back once they are gone', async () => {
    assert.match(await bad('list-files', 'select id, name from files order by id'), /got the row 1 of files without/)
    const mixed = `select id, title from claims where id < 3 union all select id, name from files where id = 3`
    assert.match(await bad('list-claims', mixed), /got the row 3 of files without the row in file_log that R1 requires/)
  })

  it('may stand in JSON', async () => {
    await bench.good('list-claims', files('not f.is_medical'))
    assert.match(await bad('list-claims', files('f.id <> 1')), /got the row 3 of files without/)
  })
})
