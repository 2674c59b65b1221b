import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Case } from '../../domain.ts'
import type { Proof, ShownOutcome, Witness } from '../../witness.ts'
import { explainProof } from './explain-proof.ts'

function worldsOf(got: ShownOutcome, without: ShownOutcome): string[][] {
  const witness: Witness = {
    rule: 'R2',
    call: { query: 'list', actor: 'ann', context: {}, parameters: {} },
    got,
    evidence: {
      rule: 'R2',
      kind: 'difference',
      hidden: [{ table: 'docs', row: { id: '1' }, columns: ['title'] }],
      without,
    },
  }
  const proof: Proof = { casePath: 'app/list-03-bad.md', witnesses: [witness], remarks: [] }
  const lines = explainProof({ path: 'app/list-03-bad.md', label: 'bad' } as Case, proof, text => text).split('\n')
  const from = lines.findIndex(line => line.includes('World A'))
  return lines.slice(from + 1).map(line => line.trim().split(/ {2,}/))
}

it('shows rows that come in another order in both orders', () => {
  const rows = [
    { id: '1', title: 'a' },
    { id: '2', title: 'b' },
  ]
  const shown = worldsOf(
    { rows, changes: [], rowCount: 2, changeCount: 0 },
    { rows: rows.toReversed(), changes: [], rowCount: 2, changeCount: 0 },
  )
  assert.deepEqual(shown, [['id = 1', 'id = 2'], ['id = 2', 'id = 1'], ['in another order'], ['']])
})

it('does not say that a row is not there when a witness keeps only some of the rows', () => {
  const [hidden, first, last] = ['1', '2', '3'].map(id => ({ id }))
  const shown = worldsOf(
    { rows: [hidden ?? {}, first ?? {}], changes: [], rowCount: 3, changeCount: 0 },
    { rows: [first ?? {}, last ?? {}], changes: [], rowCount: 2, changeCount: 0 },
  )
  assert.deepEqual(shown, [
    ['id = 1', '(not there)'],
    ['(not among those shown)', 'id = 3'],
    ['1 row is the same in both'],
    ['… and 1 more', '… and 0 more'],
    [''],
  ])
})

it('says how many sequences of calls a proof rests on', () => {
  const path = 'app/list-01-good.md'
  const text = (sequences: Record<string, number>) =>
    explainProof(
      { path, label: 'good' } as Case,
      { casePath: path, witnesses: [], remarks: [], sequences },
      line => line,
    )
  assert.match(
    text({ 1: 4210, 2: 310, 3: 1 }),
    /\nTried: 4,210 single calls, 310 sequences of 2 calls and 1 sequence of 3 calls\.\n/,
  )
  assert.match(text({ 1: 1 }), /\nTried: 1 single call\.\n/)
})
