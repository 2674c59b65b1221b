import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PROOF, tinyPlan } from '../testing/tiny-application.ts'
import { checkCategories } from './check-categories.ts'

const warnings = (category: string) =>
  checkCategories(tinyPlan(PROOF.replace('category: tenant-isolation', `category: ${category}`)), 'proof.yaml')

describe('checkCategories', () => {
  it('warns of a category that is misspelt, with its line', () => {
    const message = 'no category "tenant-isolaton" is known; did you mean tenant-isolation?'
    assert.deepEqual(warnings('tenant-isolaton'), [{ severity: 'warning', file: 'proof.yaml', line: 9, message }])
    assert.equal(warnings('Tenant-Isolation').length, 1)
  })

  it('is silent about known categories, and about those of the author', () => {
    assert.deepEqual(warnings('tenant-isolation'), [])
    assert.deepEqual(warnings('access-control'), [])
    assert.deepEqual(warnings('rate-limits'), [])
  })
})
