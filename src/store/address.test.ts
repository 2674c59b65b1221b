import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { folderOf, isPath, schemeOf } from './address.ts'

describe('the address of a store', () => {
  it('is a path, or has a scheme', () => {
    assert.equal(schemeOf('Postgres://me:secret@host/results'), 'postgres://')
    for (const path of ['results.db', '/data/results.db', 'C:\\results.db', 'a:b.db', './:memory:', 'x/y://z.db']) {
      assert.equal(schemeOf(path), undefined, path)
      assert.equal(isPath(path), true, path)
    }
    assert.equal(isPath('postgres://host/results'), false)
    assert.equal(isPath(':memory:'), false)
  })

  it('has a folder only where it is a path', () => {
    assert.equal(folderOf('/data/results.db'), '/data')
    assert.equal(folderOf('postgres://host/results'), undefined)
  })
})
