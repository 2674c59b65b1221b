import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alteredPlan, conditionsIn } from './altered-plan.ts'
import { parseProof } from './parse-proof.ts'

const { plan } = parseProof(`
context: {user_id: int, role: text}
actors: {ann: {user_id: 1, role: admin}, ben: {user_id: 2, role: member}}
rules:
  R1:
    rows: {docs: {where: owner_id = :user_id, may_change: ":role = 'admin'"}, notes: {via: doc_id}}
    columns: {docs.secret: ":role = 'admin'", docs.hash: false}
    changes: {docs: ":role = 'admin'", notes: {update: old.id = new.id, delete: false}}
    requires: {table: docs, on: update, when: old.title <> new.title, inserts: notes, where: inserted.doc_id = new.id}
    example: {as: ann, allowed: select 1, forbidden: select 2}
queries:
  list: {callers: {R1: [admin]}, works: [{as: ann, gives: [1]}]}
`)

describe('the conditions of a plan', () => {
  it('are all found, with the tables that they are about', () => {
    assert.ok(plan)
    assert.deepEqual(
      conditionsIn(plan).map(({ place, tables }) => [place, tables.join(' ')]),
      [
        ['rows.docs', 'docs'],
        ['rows.docs.may_change', 'docs'],
        ['columns.docs.secret', 'docs'],
        ['columns.docs.hash', 'docs'],
        ['changes.docs', 'docs'],
        ['changes.notes.update', 'notes'],
        ['changes.notes.delete', 'notes'],
        ['requires.1.when', 'docs notes'],
        ['requires.1.where', 'docs notes'],
        ['queries.list.callers', ''],
      ],
    )
  })

  it('say whether they are constant already', () => {
    assert.ok(plan)
    const constant = conditionsIn(plan).filter(one => one.constant === false)
    assert.deepEqual(
      constant.map(({ place }) => place),
      ['columns.docs.hash', 'changes.notes.delete'],
    )
  })

  it('are set to a constant, one at a time', () => {
    assert.ok(plan)
    const at = (place: string) => conditionsIn(plan).find(one => one.place === place)
    const changes = at('changes.docs')
    const callers = at('queries.list.callers')
    assert.ok(changes && callers)
    const altered = alteredPlan(plan, { ...changes, value: true })
    assert.deepEqual(
      Object.values(altered.rules[0]?.changes.docs ?? {}).map(({ sql }) => sql),
      ['true', 'true', 'true'],
    )
    assert.equal(altered.rules[0]?.rows.docs?.condition?.sql, 'owner_id = :user_id')
    assert.equal(plan.rules[0]?.changes.docs?.insert?.sql, ":role = 'admin'", 'the plan itself stays')
    assert.deepEqual(alteredPlan(plan, { ...callers, value: true }).queries[0]?.callers, { R1: ['ann', 'ben'] })
    assert.deepEqual(alteredPlan(plan, { ...callers, value: false }).queries[0]?.callers, { R1: [] })
  })
})
