import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { emptyFindings } from '../../proof/cases/findings.ts'
import { openProofCache } from './proof-cache.ts'

const START = Date.parse('2026-03-01T12:00:00Z')
const DAY_MS = 24 * 60 * 60 * 1000

/** Proves what the cache does not have, and says how many that were. */
function prove(folder: string, keys: string[], day = 0): number {
  using cache = openProofCache(folder, START + day * DAY_MS)
  const left = keys.filter(key => !cache.get(key))
  for (const key of left) cache.set(key, emptyFindings(key))
  return left.length
}

const keysOf = (version: string, count: number) => Array.from({ length: count }, (_, nth) => `${version} ${nth}`)

describe('the cache of proofs', () => {
  it('has every finding of a large corpus, also after runs of a part of it', () => {
    using folder = temporaryFolder()
    const keys = keysOf('first', 8000)
    assert.equal(prove(folder.path, keys), 8000)
    assert.equal(prove(folder.path, keys), 0)
    for (const day of [1, 2, 3]) assert.equal(prove(folder.path, keys.slice(0, 10), day), 0)
    assert.equal(prove(folder.path, keys, 4), 0)
  })

  it('forgets the findings of versions that nobody uses any more', () => {
    using folder = temporaryFolder()
    for (let version = 0; version < 8; version++) prove(folder.path, keysOf(`version ${version}`, 8000), version)
    using db = new DatabaseSync(join(folder.path, 'proofs.db'))
    assert.deepEqual({ ...db.prepare('select count(*) as kept from cached').get() }, { kept: 50_000 })
    assert.equal(prove(folder.path, keysOf('version 7', 8000), 8), 0)
    assert.equal(prove(folder.path, keysOf('version 0', 8000), 9), 8000)
  })

  it('keeps findings and self-tests apart', () => {
    using folder = temporaryFolder()
    {
      using cache = openProofCache(folder.path)
      cache.set('one', emptyFindings('a/one.md'))
      cache.setSelfTest('one', [{ message: 'R1 cannot break', line: 3 }])
    }
    using cache = openProofCache(folder.path)
    assert.deepEqual(cache.get('one'), emptyFindings('a/one.md'))
    assert.deepEqual(cache.getSelfTest('one'), [{ message: 'R1 cannot break', line: 3 }])
    assert.equal(cache.getSelfTest('two'), undefined)
  })

  it('proves anew what another version of the program has written in another form', () => {
    using folder = temporaryFolder()
    prove(folder.path, ['one', 'two'])
    {
      using db = new DatabaseSync(join(folder.path, 'proofs.db'))
      db.exec(`update cached set value = '{"path": "one"}' where key = 'one'`)
    }
    assert.equal(prove(folder.path, ['one', 'two']), 1)
  })

  it('keeps nothing without a folder', () => {
    using cache = openProofCache(undefined)
    cache.set('one', emptyFindings('a/one.md'))
    assert.equal(cache.get('one'), undefined)
  })
})
