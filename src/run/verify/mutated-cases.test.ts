import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { QueryPlan } from '../../proof/plan/plan.ts'
import { type MutatedCase, sampled } from './mutated-cases.ts'

const one = { path: 'a/b-01-good.md', label: 'good' as const, code: 'select 1', language: 'sql', violates: [] }
const mutants = Array.from({ length: 20 }, (_, nth) => ({
  mutant: { code: `select ${nth}`, operator: 'o', what: '', line: 1, isAttack: false },
  original: one,
  path: `${one.path} mutant ${nth}`,
}))
const cases: MutatedCase[] = [{ one, queryName: 'a', query: {} as QueryPlan, mutants, equivalent: 0 }]
const chosen = (seed: string) => sampled(cases, { size: 5, seed }).flatMap(part => part.mutants.map(({ path }) => path))

describe('a sample of mutants', () => {
  it('has the size that was asked for', () => {
    assert.equal(chosen('1').length, 5)
    assert.equal(sampled(cases, { size: 99, seed: '1' })[0]?.mutants.length, 20)
  })

  it('is the same for the same seed, and another for another', () => {
    assert.deepEqual(chosen('1'), chosen('1'))
    assert.notDeepEqual(chosen('1'), chosen('2'))
  })
})
