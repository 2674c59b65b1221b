import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { writeThroughDraft } from './write-through-draft.ts'

describe('writeThroughDraft', () => {
  it('leaves the older file as it is until the draft is complete', () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'notes.txt')
    writeFileSync(path, 'old')
    writeThroughDraft(path, draft => {
      writeFileSync(draft, 'new')
      assert.equal(readFileSync(path, 'utf8'), 'old')
    })
    assert.equal(readFileSync(path, 'utf8'), 'new')
    assert.deepEqual(readdirSync(folder.path), ['notes.txt'])
  })

  it('gives each of two writers a draft of their own', () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'notes.txt')
    writeThroughDraft(path, outer => {
      writeFileSync(outer, 'outer')
      writeThroughDraft(path, inner => writeFileSync(inner, 'inner'))
      assert.equal(readFileSync(outer, 'utf8'), 'outer')
    })
    assert.equal(readFileSync(path, 'utf8'), 'outer')
  })

  it('leaves the older file and no draft when writing fails', () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'notes.txt')
    writeFileSync(path, 'old')
    const failing = (draft: string) => {
      writeFileSync(draft, 'half of the ne')
      throw new Error('the disk is full')
    }
    assert.throws(() => writeThroughDraft(path, failing), /the disk is full/)
    assert.equal(readFileSync(path, 'utf8'), 'old')
    assert.deepEqual(readdirSync(folder.path), ['notes.txt'])
  })
})
