import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Case, Proof } from '../../domain.ts'
import { explainProof } from './explain-proof.ts'

it('shows rows that come in another order in both orders', () => {
  const witness = {
    rule: 'R2',
    call: { actor: 'ann', context: {}, parameters: {} },
    sentence: 'ann got id = 1 instead of 2.',
    hidden: [{ table: 'docs', row: { id: '1' } }],
    got: ['{"id":"1","title":"a"}', '{"id":"2","title":"b"}'],
    without: ['{"id":"2","title":"b"}', '{"id":"1","title":"a"}'],
  }
  const proof: Proof = { casePath: 'app/list-03-bad.md', witnesses: [witness], remarks: [] }
  const lines = explainProof({ path: 'app/list-03-bad.md', label: 'bad' } as Case, proof, text => text).split('\n')
  const from = lines.findIndex(line => line.includes('World A'))
  const shown = lines.slice(from + 1).map(line => line.trim().split(/ {2,}/))
  assert.deepEqual(shown, [['id = 1', 'id = 2'], ['id = 2', 'id = 1'], ['in another order'], ['']])
})
