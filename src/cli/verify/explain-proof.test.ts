import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Case } from '../../domain.ts'
import type { Proof, Witness } from '../../witness.ts'
import { explainProof } from './explain-proof.ts'

it('shows rows that come in another order in both orders', () => {
  const rows = [
    { id: '1', title: 'a' },
    { id: '2', title: 'b' },
  ]
  const witness: Witness = {
    rule: 'R2',
    call: { query: 'list', actor: 'ann', context: {}, parameters: {} },
    got: { rows, changes: [], rowCount: 2, changeCount: 0 },
    evidence: {
      rule: 'R2',
      kind: 'difference',
      hidden: [{ table: 'docs', row: { id: '1' }, columns: ['title'] }],
      without: { rows: rows.toReversed(), changes: [], rowCount: 2, changeCount: 0 },
    },
  }
  const proof: Proof = { casePath: 'app/list-03-bad.md', witnesses: [witness], remarks: [] }
  const lines = explainProof({ path: 'app/list-03-bad.md', label: 'bad' } as Case, proof, text => text).split('\n')
  const from = lines.findIndex(line => line.includes('World A'))
  const shown = lines.slice(from + 1).map(line => line.trim().split(/ {2,}/))
  assert.deepEqual(shown, [['id = 1', 'id = 2'], ['id = 2', 'id = 1'], ['in another order'], ['']])
})
