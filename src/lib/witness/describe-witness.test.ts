import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Evidence, ShownRow, Witness } from '../../witness.ts'
import { describeWitness } from './describe-witness.ts'

const NOTHING = { rows: [], changes: [], rowCount: 0, changeCount: 0 }

function witnessOf(evidence: Evidence, more: Partial<Witness> = {}): Witness {
  const call = { query: 'list-docs', actor: 'ann', context: {}, parameters: {} }
  return { rule: evidence.rule, call, got: NOTHING, evidence, ...more }
}

function deletion(row: ShownRow): Evidence {
  const change = { operation: 'DELETE', table: 'visits', old: row, new: null } as const
  return { rule: 'R1', kind: 'forbidden-change', why: 'of-hidden-row', change }
}

describe('describeWitness', () => {
  const ending = (row: ShownRow) => describeWitness(witnessOf(deletion(row))).split(': ')[1]

  it('names a row by its words, and not by the id of what it belongs to', () => {
    assert.equal(ending({ id: '7', subject_id: 'a0' }), '7.')
    assert.equal(ending({ id: '7', subject_id: 'a0', subject: 'Late' }), '7 (“Late”).')
    // Neither by a list, nor twice by the same words.
    assert.equal(ending({ tags: '["cold"]', label: 'N-1', model: 'van' }), 'N-1.')
  })

  it('says who called with what', () => {
    const call = {
      query: 'get-doc',
      actor: 'ben',
      context: { role: 'member' },
      parameters: { id: '7', term: '', page: null },
    }
    const hidden = [{ table: 'docs', row: { id: '7', title: 'Plan' }, columns: ['secret'] }]
    const without = { ...NOTHING, rows: [{ secret: 'x' }], rowCount: 1 }
    const value = { column: 'secret', got: 's7', without: 'x' }
    const evidence: Evidence = { rule: 'R2', kind: 'difference', hidden, without, value }
    assert.equal(
      describeWitness(witnessOf(evidence, { call, got: { ...without, rows: [{ secret: 's7' }] } })),
      "ben (member) called get-doc with id = 7 and term = '' and got secret = s7 instead of x, because of secret in row 7 (“Plan”) of docs, which R2 hides from ben.",
    )
  })

  it('quotes the statement that a client wrote', () => {
    const call = { query: 'api/statements', actor: 'ann', context: {}, parameters: {}, statement: 'delete from visits' }
    assert.equal(
      describeWitness(witnessOf(deletion({ id: '7' }), { call })),
      'ann sent “delete from visits” and deleted a row of visits that R1 hides from ann: 7.',
    )
  })

  it('charges text that was executed to its rule, and tells what the text did', () => {
    const evidence: Evidence = {
      ...{ rule: 'R1', kind: 'difference' },
      hidden: [{ table: 'docs', row: { id: '21' }, columns: [] }],
      without: NOTHING,
    }
    const got = { ...NOTHING, rows: [{ id: '21' }], rowCount: 1 }
    assert.equal(
      describeWitness(witnessOf(evidence, { rule: 'R8', got })),
      'ann called list-docs, and the text was executed, which R8 forbids: ann got 1 row instead of 0, because of row 21 of docs, which R1 hides from ann.',
    )
  })

  it('has a sentence for every kind of evidence', () => {
    const sentence = (evidence: Evidence) =>
      describeWitness(witnessOf(evidence)).replace('ann called list-docs and ', '')
    const change = { operation: 'UPDATE', table: 'docs', old: { id: '1', n: '1' }, new: { id: '1', n: null } } as const
    assert.equal(
      sentence({ rule: 'R4', kind: 'forbidden-change', why: 'forbidden', change }),
      'updated a row of docs in a way that R4 forbids: 1 with n from 1 to NULL.',
    )
    assert.equal(
      sentence({ rule: 'R1', kind: 'forbidden-change', why: 'into-hidden-row', change }),
      'turned a row into a row of docs that R1 hides from ann: 1 with n from 1 to NULL.',
    )
    assert.equal(
      sentence({ rule: 'R5', kind: 'required-row', inserts: 'audit', wanted: 1, made: 2, of: { change } }),
      'updated a row of docs with 2 rows in audit where R5 requires 1: 1 with n from 1 to NULL.',
    )
    assert.equal(
      sentence({
        rule: 'R5',
        kind: 'required-row',
        inserts: 'audit',
        wanted: null,
        made: 0,
        of: { table: 'docs', key: '7' },
      }),
      'got the row 7 of docs without the row in audit that R5 requires.',
    )
    assert.equal(
      sentence({ rule: 'R6', kind: 'caller', permitted: ['admin'], hasChanged: true }),
      'changed something, which R6 allows to admin alone.',
    )
    assert.equal(
      sentence({ rule: 'R9', kind: 'repeated-call', moreChanges: 1 }),
      'called again with the same values made 1 more change.',
    )
    assert.equal(sentence({ rule: 'R7', kind: 'too-many-rows', limit: 3, count: 9 }), 'got 9 rows, where R7 allows 3.')
    assert.equal(
      sentence({ rule: 'R3', kind: 'limit-before-filter', rowsBefore: 3, rowsAfter: 0 }),
      'got 0 rows instead of 3 where there are many more of the rows that R3 hides from ann.',
    )
  })
})
