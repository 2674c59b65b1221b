import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { selfTest } from '../self-test/self-test.ts'
import { type Bench, openBench } from '../testing/tiny-application.ts'

const SCHEMA = `
create table homes (code varchar(6) primary key, agency int not null);
create table leases (id int primary key, home varchar(6) not null references homes, previous int references leases);
create table payments (lease_id int not null references leases, nth int not null, amount int not null,
  paid_at timestamptz not null default '2026-03-02 10:00Z', primary key (lease_id, nth));
`

const SEED = `
insert into homes values ('0007', 1), ('0008', 2), ('B', 1), ('0009', 1);
insert into leases values (900, '0007', null), (20, 'B', null), (30, '0008', null), (31, '0009', 900);
insert into payments values (900, 1, 5), (900, 2, 6), (20, 1, 7), (30, 1, 8), (31, 1, 9);
`

const PROOF = `
context: {agency: int}
actors: {ann: {agency: 1}, bea: {agency: 2}}
rules:
  R1: {category: tenant-isolation, rows: {homes: agency = :agency, leases: {via: home}, payments: {via: lease_id}}}
  R2: {category: pagination, max_rows: 5, flood: {homes: [code], leases: [id], payments: [nth]}}
queries:
  list-leases: {works: [{as: ann, gives: [20, 31, 900]}, {as: bea, gives: [30]}]}
  list-paid: {key: code, works: [{as: ann, gives: ['0007', '0009', B]}, {as: bea, gives: ['0008']}]}
  paid-by-week: {key: week, works: [{as: ann, gives: ['2026-03-02']}, {as: bea, gives: ['2026-03-02']}]}
  list-followed: {key: code, works: [{as: ann, gives: ['0009']}]}
`

let bench: Bench
before(async () => {
  bench = await openBench(SCHEMA, SEED, PROOF)
})
after(() => bench.session.close())

describe('the flood', () => {
  it('brings whole families to a query that gives one row for each', async () => {
    const list = `select distinct on (h.code) h.code, p.amount from homes h join leases l on l.home = h.code
      join payments p on p.lease_id = l.id where h.agency = :agency order by h.code, p.nth desc`
    await bench.good('list-paid', `${list} limit 5`)
    await bench.bad('list-paid', list, 'R2')
  })

  it('brings times of many weeks to a query that gives one row for each week', async () => {
    const sums = `select date_trunc('week', p.paid_at, 'UTC')::date as week, sum(p.amount) from payments p
      join leases l on l.id = p.lease_id join homes h on h.code = l.home where h.agency = :agency group by week order by week desc`
    await bench.good('paid-by-week', `${sums} limit 5`)
    await bench.bad('paid-by-week', sums, 'R2')
  })

  it('brings rows that belong to another of the same table', async () => {
    const list = `select h.code from homes h join leases l on l.home = h.code join leases p on p.id = l.previous
      where h.agency = :agency group by h.code having count(distinct p.home) = 1 order by h.code`
    await bench.good('list-followed', `${list} limit 5`)
    await bench.bad('list-followed', list, 'R2')
  })
})

it('brings many links to one thing, at whichever end of its key it stands', async () => {
  const schema = `create table teams (id int primary key, agency int not null);
    create table people (id int primary key, name text not null);
    create table members (team_id int references teams, person_id int references people, primary key (team_id, person_id));
    create table watchers (person_id int references people, team_id int references teams, primary key (person_id, team_id));`
  const seed = `insert into teams values (1, 1), (2, 2); insert into people values (8, 'a'), (9, 'b');
    insert into members values (1, 8), (2, 9); insert into watchers values (9, 1), (8, 2)`
  const proof = `
context: {agency: int}
actors: {ann: {agency: 1}, bea: {agency: 2}}
rules:
  R1: {category: tenant-isolation, rows: {teams: agency = :agency, members: {via: team_id}, watchers: {via: team_id}}}
  R2: {category: pagination, max_rows: 5}
queries: {list-names: {works: [{as: ann, gives: [1]}, {as: bea, gives: [2]}]}}
`
  const linked = await openBench(schema, seed, proof)
  const list = (table: string, end: string) => `select t.id, (select json_agg(x.name) from (
    select p.name from ${table} m join people p on p.id = m.person_id where m.team_id = t.id order by p.id ${end}) x) as names
    from teams t where t.agency = :agency order by t.id limit 5`
  try {
    for (const table of ['members', 'watchers']) {
      await linked.good('list-names', list(table, 'limit 5'))
      await linked.bad('list-names', list(table, ''), 'R2')
    }
  } finally {
    await linked.session.close()
  }
})

it('a limit without any table to flood fails its self-test', async () => {
  const rules = 'rules: {R1: {category: pagination, max_rows: 5}}'
  const proof = `context: {agency: int}\nactors: {ann: {agency: 1}}\n${rules}\nqueries: {list: {works: [{as: ann}]}}`
  const without = await openBench('create table notes (body text)', "insert into notes values ('a')", proof)
  const failures = await selfTest(without.database)
  await without.session.close()
  assert.match(failures.map(({ message }) => message).join(), /R1 has max_rows but no "flood", and no table has a key/)
})

describe('a crowd of hidden rows', () => {
  it('comes with all that belongs to it', async () => {
    const paid = 'select distinct l.id, l.home from leases l join payments p on p.lease_id = l.id'
    const mine = 'exists (select from homes h where h.code = home and h.agency = :agency)'
    await bench.good('list-leases', `select id from (${paid} where ${mine} order by l.id limit 5) page order by id`)
    await bench.bad(
      'list-leases',
      `select id from (${paid} order by l.id limit 5) page where ${mine} order by id`,
      'R1',
    )
  })
})

it('a crowd of hidden rows comes after all others in time too', async () => {
  const schema = `create table notes (id int primary key, agency int not null, body text not null,
    internal boolean not null, written_at timestamptz not null)`
  const seed = `insert into notes values (1, 1, 'inside', true, '2026-01-01'), (2, 1, 'outside', false, '2026-01-02'),
    (3, 2, 'of two', false, '2026-01-03')`
  const proof = `
context: {agency: int}
actors: {ann: {agency: 1}}
rules:
  R1: {category: tenant-isolation, rows: {notes: agency = :agency}}
  R2: {category: permission-validation, rows: {notes: not internal}}
  R3: {category: pagination, max_rows: 5}
queries: {show-latest: {max_rows: none, works: [{as: ann, gives: [2]}]}}
`
  const timed = await openBench(schema, seed, proof)
  const latest = (inside: string, outside: string) => `select id, body from (select * from notes where agency = :agency
    and ${inside} order by written_at desc, id limit 1) latest where ${outside}`
  try {
    await timed.good('show-latest', latest('not internal', 'true'))
    await timed.bad('show-latest', latest('true', 'not internal'), 'R2')
  } finally {
    await timed.session.close()
  }
})
