import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Bench,
  GOOD,
  openBench,
  PROOF,
  SCHEMA,
  SEED,
  sentenceOf,
  toProve,
} from '../../testing/tiny-application.ts'

let bench: Bench
before(async () => {
  bench = await openBench(
    SCHEMA,
    SEED,
    PROOF.replace('inserted.actor_id = :user_id}', 'inserted.actor_id = :user_id, times: 1}'),
  )
})
after(() => bench.session.close())

describe('rows that a rule requires', () => {
  it('are told apart: too many, and none', async () => {
    const told = async (rows: string) => {
      const code = GOOD.close.replace('select id, :user_id from done', `$& ${rows}`)
      const { unproved, witnesses } = await bench.prove('close-doc', toProve('bad', code, ['R5']))
      assert.equal(unproved, undefined)
      return sentenceOf(witnesses[0])
    }
    assert.match(
      await told('cross join generate_series(1, 2)'),
      /updated a row of docs with 2 rows in audit where R5 requires 1: 11/,
    )
    assert.match(await told('where false'), /updated a row of docs without the row in audit that R5 requires: 11/)
  })
})

describe('changes within a rule', () => {
  let tickets: Bench
  before(async () => {
    tickets = await openBench(
      `create table units (id int primary key, agency int not null, is_shared boolean not null);
       create table tickets (id serial primary key, unit_id int not null references units, title text not null);
       create table seen (ticket_id int not null, agency int not null);`,
      `insert into units values (1, 1, true), (2, 2, true), (3, 2, false);
       insert into tickets values (101, 1, 'of one'), (102, 2, 'of two, shared'), (103, 3, 'of two');`,
      `
context: {agency: int}
actors: {ann: {agency: 1}, bea: {agency: 2}}
rules:
  R1: {category: tenant-isolation, rows: {units: agency = :agency or is_shared, tickets: {via: unit_id}}}
  R2:
    category: permission-validation
    within: R1
    changes: {tickets: "exists (select from units u where u.id = new.unit_id and u.agency = :agency)"}
    example: {as: ann, allowed: update tickets set title = '' where id = 101, forbidden: update tickets set title = '' where id = 102}
  R3:
    category: permission-validation
    within: R1
    requires: {table: tickets, on: return, inserts: seen, when: "tickets.title like 'of two%' and :agency = 1", where: inserted.ticket_id = tickets.id}
    example: {as: ann, allowed: select id from tickets where id = 101, forbidden: select id from tickets where id = 102}
queries:
  rename: {parameters: {id: tickets.id}, works: [{as: ann, with: {id: 101}, changes: {tickets: [101]}}]}
  add: {parameters: {unit_id: units.id}, works: [{as: ann, with: {unit_id: 1}, changes: {tickets: 1}}]}
  show: {parameters: {id: tickets.id}, works: [{as: ann, with: {id: 101}, gives: [101]}]}
`,
    )
  })
  after(() => tickets.session.close())

  const of = (guard: string) => `exists (select from units u where u.id = unit_id and (u.agency = :agency or ${guard}))`

  it('are not judged where that rule hides the row', async () => {
    const rename = "update tickets set title = 'new' where id = :id and"
    await tickets.good('rename', `${rename} ${of('false')}`)
    await tickets.bad('rename', `${rename} ${of('not u.is_shared')}`, 'R1')
    await tickets.bad('rename', `${rename} ${of('u.is_shared')}`, 'R2')
  })

  it('nor where it hides the row that is made', async () => {
    const add =
      "insert into tickets (unit_id, title) select unit_id, 'new' from (select id as unit_id from units) n where unit_id = :unit_id and"
    await tickets.good('add', `${add} ${of('false')}`)
    await tickets.bad('add', `${add} ${of('not u.is_shared')}`, 'R1')
    await tickets.bad('add', `${add} ${of('u.is_shared')}`, 'R2')
  })

  it('nor is a row required for one that it hides', async () => {
    const show = 'select id from tickets where id = :id and'
    await tickets.bad('show', `${show} (unit_id = 1 and ${of('false')} or unit_id = 3)`, 'R1')
    await tickets.bad('show', `${show} ${of('u.is_shared')}`, 'R3')
  })
})
