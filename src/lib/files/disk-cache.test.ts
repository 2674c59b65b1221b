import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { type CacheLimits, openDiskCache } from './disk-cache.ts'

const LIMITS: CacheLimits = { unusedDays: 30, most: 100 }
const DAY_MS = 24 * 60 * 60 * 1000
const START = Date.parse('2026-03-01T12:00:00Z')

/** Opens the cache on a day, uses the keys, sets those that are missing, and says which were. */
function run(file: string, day: number, keys: string[], limits = LIMITS): string[] {
  using cache = openDiskCache(file, limits, START + day * DAY_MS)
  const missing = keys.filter(key => cache.get(key) === undefined)
  for (const key of missing) cache.set(key, { key })
  return missing
}

const keysOf = (name: string, count: number) => Array.from({ length: count }, (_, nth) => `${name}${nth}`)

describe('openDiskCache', () => {
  it('gives back what was set, as JSON', () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'cache/values.db')
    const value = { list: [1, null, 'two'], nested: { text: 'ä\u0000\ud83d\ude00' } }
    {
      using cache = openDiskCache(file, LIMITS)
      cache.set('one', { old: true })
      cache.set('one', value)
    }
    using cache = openDiskCache(file, LIMITS)
    assert.deepEqual(cache.get('one'), value)
    assert.equal(cache.get('two'), undefined)
  })

  it('leaves one file', () => {
    using folder = temporaryFolder()
    run(join(folder.path, 'values.db'), 0, ['one'])
    assert.deepEqual(readdirSync(folder.path), ['values.db'])
  })

  it('has what was set by a process that was killed', () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'values.db')
    folder.write({
      'killed.mjs': `import { openDiskCache } from '${new URL('./disk-cache.ts', import.meta.url).href}'
        openDiskCache(${JSON.stringify(file)}, { unusedDays: 30, most: 100 }).set('one', 1)
        process.kill(process.pid, 'SIGKILL')`,
    })
    assert.equal(spawnSync(process.execPath, [join(folder.path, 'killed.mjs')]).signal, 'SIGKILL')
    using cache = openDiskCache(file, LIMITS)
    assert.equal(cache.get('one'), 1)
  })

  it('forgets what nobody used for a month, and keeps what somebody did', () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'values.db')
    run(file, 0, ['used', 'unused'])
    assert.deepEqual(run(file, 20, ['used']), [])
    run(file, 40, [])
    assert.deepEqual(run(file, 41, ['used', 'unused']), ['unused'])
  })

  it('forgets what was not used for longest when there is too much', () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'values.db')
    run(file, 0, keysOf('old', 60))
    run(file, 1, keysOf('other', 30))
    run(file, 2, keysOf('new', 30))
    assert.deepEqual(run(file, 3, [...keysOf('other', 30), ...keysOf('new', 30)]), [])
    assert.equal(run(file, 4, keysOf('old', 60)).length, 20)
  })

  it('keeps all that one run used, however much that is', () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'values.db')
    run(file, 0, keysOf('before', 50))
    run(file, 1, keysOf('many', 250))
    assert.deepEqual(run(file, 2, keysOf('many', 250)), [])
    assert.equal(run(file, 3, keysOf('before', 50)).length, 50)
  })

  it('can be open twice', () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'values.db')
    {
      using one = openDiskCache(file, LIMITS)
      using two = openDiskCache(file, LIMITS)
      one.set('one', 1)
      two.set('two', 2)
      assert.deepEqual([one.get('two'), two.get('one')], [2, 1])
    }
    assert.deepEqual(run(file, 0, ['one', 'two']), [])
  })

  it('replaces a file that is no cache', () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'values.db')
    folder.write({ 'values.db': '{"findings": {}}'.repeat(100) })
    assert.deepEqual(run(file, 0, ['one']), ['one'])
    assert.deepEqual(run(file, 0, ['one']), [])
  })

  it('replaces a file with tables of another kind', () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'values.db')
    {
      using db = new DatabaseSync(file)
      db.exec('create table cached (id integer)')
    }
    assert.deepEqual(run(file, 0, ['one']), ['one'])
    assert.deepEqual(run(file, 0, ['one']), [])
  })

  it('does without where no file can be written', () => {
    using folder = temporaryFolder()
    folder.write({ cache: 'a file where a folder was wanted' })
    assert.deepEqual(run(join(folder.path, 'cache/values.db'), 0, ['one']), ['one'])
    assert.equal(readFileSync(join(folder.path, 'cache'), 'utf8'), 'a file where a folder was wanted')
  })
})
