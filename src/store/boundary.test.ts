import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const source = join(import.meta.dirname, '..')

describe('the store', () => {
  it('has one file that knows its kinds: nothing but open-store.ts imports from sqlite/', () => {
    const files = globSync('**/*.ts', { cwd: source }).filter(file => !/\.test\.ts$|(^|\/)testing\//.test(file))
    const importing = files.filter(
      file =>
        !file.startsWith('store/sqlite/') && /'[^']*\/sqlite\/[^']*'/.test(readFileSync(join(source, file), 'utf8')),
    )
    assert.deepEqual(importing, ['store/open-store.ts'])
  })
})
