import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const source = join(import.meta.dirname, '..')

describe('the store', () => {
  it('is the only part that knows SQLite, and only open-store.ts knows its folder', () => {
    const files = globSync('**/*.ts', { cwd: source }).filter(file => !/\.test\.ts$|(^|\/)testing\//.test(file))
    const knowing = files.filter(
      file =>
        !file.startsWith('store/sqlite/') &&
        /'node:sqlite'|\/sqlite\/[^']*'/.test(readFileSync(join(source, file), 'utf8')),
    )
    assert.deepEqual(knowing, ['store/open-store.ts'])
  })
})
