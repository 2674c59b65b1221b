import assert from 'node:assert/strict'
import { it } from 'node:test'
import { tellOffence } from './tell.ts'
import { tinyPlan } from './testing/tiny-application.ts'

it('names a row by its words, and not by the id of what it belongs to', () => {
  const [query] = tinyPlan().queries
  assert.ok(query)
  const told = (row: object) => {
    const change = { table: 'visits', operation: 'DELETE' as const, old: JSON.stringify(row), new: null }
    const outcome = { columns: [], rows: [], affected: 1, changes: [change], generated: [] }
    const scene = { query, actor: 'ann', context: {}, parameters: {} }
    return tellOffence(scene, { rule: 'R1', what: 'deleted a row', change }, outcome).sentence
  }
  assert.equal(told({ id: 7, subject_id: 'a0' }), 'ann called list-docs and deleted a row: 7.')
  assert.equal(
    told({ id: 7, subject_id: 'a0', subject: 'Late' }),
    'ann called list-docs and deleted a row: 7 (“Late”).',
  )
  assert.equal(
    told({ tags: ['cold'], label: 'N-1', model: 'van' }),
    'ann called list-docs and deleted a row: N-1.',
    'neither by a list, nor twice by the same words',
  )
})
