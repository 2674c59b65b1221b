import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, it } from 'node:test'
import { ATTACKS } from './attacks.ts'
import { MIGRATION_OPERATORS } from './migration-edits.ts'
import { EDITS } from './operators.ts'

describe('edits and attacks', () => {
  it('have a name each, which is the name of their file, and a test', () => {
    const tested = globSync('operators/**/*.test.ts', { cwd: import.meta.dirname }).map(file =>
      basename(file, '.test.ts'),
    )
    const all = [...EDITS.operators, ...MIGRATION_OPERATORS, ...ATTACKS.operators]
    assert.deepEqual(all.map(({ name }) => name).sort(), tested.sort())
  })
})
