import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Proof } from '../../witness.ts'
import { verifyNotes } from './verify-notes.ts'

const proofOf = (casePath: string, more: Partial<Proof> = {}): Proof => ({
  casePath,
  witnesses: [],
  remarks: [],
  ...more,
})
const plain = (_: string, text: string) => text

describe('verifyNotes', () => {
  it('says a mistake once, however many cases it leaves unproved', () => {
    const unproved = 'proof.yaml has mistakes (see line 7 of proof.yaml)'
    const proofs = Array.from({ length: 48 }, (_, nth) => proofOf(`shop/case-${nth}.md`, { unproved }))
    assert.deepEqual(verifyNotes(proofs, plain), [
      `unproved 48 cases of shop (shop/case-0.md, shop/case-1.md, shop/case-2.md and 45 more): ${unproved}`,
    ])
  })

  it('keeps applications and reasons apart', () => {
    const proofs = [
      proofOf('shop/a.md', { unproved: 'no proof.yaml' }),
      proofOf('clinic/a.md', { unproved: 'no proof.yaml' }),
      proofOf('clinic/b.md', { unproved: 'it does not do its job' }),
    ]
    assert.deepEqual(verifyNotes(proofs, plain), [
      'unproved shop/a.md: no proof.yaml',
      'unproved clinic/a.md: no proof.yaml',
      'unproved clinic/b.md: it does not do its job',
    ])
  })

  it('groups remarks of a kind in one short line', () => {
    const remark = { kind: 'other-rows', text: 'gives other rows than …'.repeat(50) } as const
    const proofs = ['a', 'b', 'c', 'd'].map(name => proofOf(`shop/${name}.md`, { remarks: [remark, remark] }))
    assert.deepEqual(verifyNotes(proofs, plain), [
      'remark 4 good cases give other rows than another good case of the query, in calls that "works" does not name; harmless where the rules allow both: shop/a.md, shop/b.md, shop/c.md and 1 more',
      'npm run verify -- CASE shows the remarks of a case whole.',
    ])
  })
})
