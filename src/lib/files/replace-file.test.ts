import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { replaceFile } from './replace-file.ts'

describe('replaceFile', () => {
  it('writes a file, in a folder that it makes, over an older one', () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'a', 'b', 'results.xml')
    replaceFile(path, 'old')
    replaceFile(path, 'new')
    assert.equal(readFileSync(path, 'utf8'), 'new')
  })

  it('says so when it cannot, and leaves no draft', () => {
    using folder = temporaryFolder()
    mkdirSync(join(folder.path, 'taken'))
    assert.throws(() => replaceFile(join(folder.path, 'taken'), 'x'), /taken cannot be written \(E\w+\)\./)
    assert.deepEqual(readdirSync(folder.path), ['taken'])
  })
})
