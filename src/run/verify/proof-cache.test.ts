import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { emptyFindings } from '../../proof/cases/findings.ts'
import { openProofCache } from './proof-cache.ts'

describe('the cache of proofs', () => {
  it('saves what is found now and then, so that a run that is ended loses little', () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'proofs.json')
    openProofCache(file, 60_000).set('one', emptyFindings('a/one.md'))
    assert.equal(openProofCache(file).get('one'), undefined)
    openProofCache(file, 0).set('one', emptyFindings('a/one.md'))
    assert.equal(openProofCache(file).get('one')?.path, 'a/one.md')
    assert.deepEqual(readdirSync(folder.path), ['proofs.json'])
  })

  it('keeps nothing without a file', () => {
    const cache = openProofCache(undefined, 0)
    cache.set('one', emptyFindings('a/one.md'))
    cache.save()
    assert.equal(cache.get('one'), undefined)
  })
})
