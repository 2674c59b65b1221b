import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { saveIfPossible } from './save-if-possible.ts'

describe('saveIfPossible', () => {
  it('writes a file in place of an older one', () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'cache/memory.json')
    saveIfPossible(path, 'old')
    saveIfPossible(path, new Uint8Array([110, 101, 119]))
    assert.equal(readFileSync(path, 'utf8'), 'new')
  })

  it('does nothing where no file can be written', () => {
    using folder = temporaryFolder()
    folder.write({ cache: 'a file where a folder was wanted' })
    saveIfPossible(join(folder.path, 'cache/memory.json'), 'x')
    assert.deepEqual(readdirSync(folder.path), ['cache'])
  })
})
