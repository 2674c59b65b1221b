import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { splitStatements } from './split-statements.ts'

before(() => loadModule())

describe('splitStatements', () => {
  it('gives each statement with the line and the byte at which it begins', () => {
    const text = `-- Größe; of a comment\nselect 'ä;\n';\n\n/* two\nlines */ select 2; select 3`
    assert.deepEqual(splitStatements(text), [
      { sql: "select 'ä;\n'", line: 2, start: 25 },
      { sql: 'select 2', line: 6, start: 57 },
      { sql: 'select 3', line: 6, start: 67 },
    ])
  })

  it('gives the line on which a text is no SQL', () => {
    assert.deepEqual(splitStatements('select 1;\nselect\n  from from;\nselect 2'), { stopsAt: 3 })
    assert.deepEqual(splitStatements("select 'ääääääääää';\nselect 2 2"), { stopsAt: 2 })
  })
})
