import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, it } from 'node:test'
import { OPERATORS } from './operators.ts'

describe('OPERATORS', () => {
  it('have a name each, which is the name of their file, and a test', () => {
    const tested = globSync('operators/*/*.test.ts', { cwd: import.meta.dirname }).map(file =>
      basename(file, '.test.ts'),
    )
    assert.deepEqual(OPERATORS.map(({ name }) => name).sort(), tested.sort())
  })
})
