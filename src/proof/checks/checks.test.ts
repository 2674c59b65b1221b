import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Check } from './check.ts'
import { CHECKS, CHECKS_OF_MUTANTS, CHECKS_OF_ORIGINALS } from './checks.ts'

/** Checks that need what no earlier check gives. */
function unserved(checks: readonly Check[], known: readonly string[] = []): string[] {
  const given = new Set<string>(known)
  return checks.flatMap(({ name, needs, gives }) => {
    const missing = needs.filter(fact => !given.has(fact)).map(fact => `${name} needs ${fact}`)
    for (const fact of gives) given.add(fact)
    return missing
  })
}

describe('the order of checks', () => {
  it('gives every check what it needs', () => {
    assert.deepEqual(unserved(CHECKS), [])
    // A mutant's rows may be those of its original.
    const ofOriginal = CHECKS_OF_ORIGINALS.flatMap(({ gives }) => gives).filter(fact => fact === 'workKeys')
    assert.deepEqual(unserved(CHECKS_OF_MUTANTS, ofOriginal), [])
  })

  it('is one that matters', () => {
    assert.deepEqual(unserved(CHECKS.toReversed()).slice(0, 2), ['reached needs digests', 'good-cases needs digests'])
  })
})
