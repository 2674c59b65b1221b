import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Change } from '../cases/sql/make-call.ts'
import { readAnswers } from '../checks/writes/judge.ts'
import { tinyPlan } from '../testing/tiny-application.ts'
import { type Scene, tellOffence, tellPlainly } from './tell.ts'

const [query] = tinyPlan().queries
assert.ok(query)
const scene: Scene = { query, actor: 'ann', context: {}, parameters: {}, isOrdered: false }

it('names a row by its words, and not by the id of what it belongs to', () => {
  const told = (row: object) => {
    const change = { table: 'visits', operation: 'DELETE' as const, old: JSON.stringify(row), new: null }
    const outcome = { columns: [], rows: [], affected: 1, changes: [change], generated: [] }
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

it('tells the same, in whatever order PostgreSQL comes upon the rows', () => {
  const rows = [['12'], ['11'], ['13']]
  const changes = rows.map(([id]): Change => ({ table: 'docs', operation: 'DELETE', old: `{"id": ${id}}`, new: null }))
  const given = (isTurned: boolean) => {
    const turned = <T>(list: T[]) => (isTurned ? list.toReversed() : list)
    return { columns: ['id'], rows: turned(rows), affected: 3, changes: turned(changes), generated: [] }
  }
  const told = (one: Scene, isTurned: boolean) => tellPlainly(one, 'R1', 'got rows', given(isTurned)).got
  assert.deepEqual(told(scene, true), told(scene, false))
  assert.deepEqual(told(scene, false).slice(0, 2), ['{"id":"11"}', '{"id":"12"}'])
  assert.deepEqual(told({ ...scene, isOrdered: true }, true).slice(0, 2), ['{"id":"13"}', '{"id":"11"}'])
  const charge = {
    ...{ sql: '', about: { sql: '', line: 1 } },
    read: (_: unknown, judgement: ReturnType<typeof readAnswers>) =>
      judgement.offences.push(...changes.map(change => ({ rule: 'R1', what: 'deleted', change }))),
  }
  const { offences } = readAnswers([charge], [[]])
  assert.equal(offences[0]?.change?.old, '{"id": 11}')
})
