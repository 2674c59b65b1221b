import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emptyFindings } from '../../proof/cases/findings.ts'
import { fateOfAttack, fateOfEdit } from './fate.ts'

const found = { ...emptyFindings('a/b-01-good.md mutant 1'), isActive: true }
const attack = { path: found.path, label: 'good' as const, code: 'select 1', language: 'sql', violates: [] }

describe('what became of an edit', () => {
  it('is told by what kills it', () => {
    assert.equal(fateOfEdit({ ...found, killedBy: 'R1' }), 'rule')
    assert.equal(fateOfEdit({ ...found, killedBy: 'works' }), 'works')
    assert.equal(fateOfEdit(found), 'survived')
  })

  it('is undecided where the prover gave up, and no kill', () => {
    assert.equal(fateOfEdit({ ...found, undecided: { reason: 'too slow', isTemporary: true } }), 'undecided')
  })

  it('is nothing for what is no SQL', () => {
    assert.equal(fateOfEdit({ ...found, undecided: { reason: 'no column x', sqlState: '42703' } }), 'invalid')
  })
})

describe('what became of an attack', () => {
  it('is what would become of a case that is labelled good', () => {
    assert.equal(fateOfAttack(attack, found), 'survived')
    assert.equal(fateOfAttack(attack, { ...found, surplus: ['[9]'] }), 'works')
    assert.equal(fateOfAttack(attack, { ...found, isActive: false }), 'undecided')
    assert.equal(fateOfAttack(attack, { ...found, rowCounts: { R7: { limit: 3, most: 1 } } }), 'undecided')
  })
})
