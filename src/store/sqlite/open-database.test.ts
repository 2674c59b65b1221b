import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import { UserError } from '../../errors.ts'
import { temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { explained } from './explain-sqlite-error.ts'
import { openDatabase } from './open-database.ts'

function refuses(path: string, message: RegExp): void {
  const before = readFileSync(path)
  assert.throws(() => openDatabase(path), { name: 'UserError', message })
  assert.deepEqual(readFileSync(path), before, 'the file was changed')
}

/** Opens one new database after the other, each at the same moment as the other thread does. */
const OPENS_TOGETHER = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { folder, gate, times, module } = workerData
  import(module).then(({ openDatabase }) => {
    const errors = []
    for (let nth = 1; nth <= times; nth++) {
      Atomics.add(gate, 0, 1)
      while (Atomics.load(gate, 0) < 2 * nth);
      try {
        openDatabase(folder + '/' + nth + '.db').close()
      } catch (error) {
        errors.push(error.message)
      }
    }
    parentPort.postMessage(errors)
  })`

describe('openDatabase', () => {
  it('makes a database and opens it again', () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'results.db')
    openDatabase(path).close()
    const again = openDatabase(path)
    assert.equal(again.prepare('PRAGMA journal_mode').get()?.journal_mode, 'wal')
    again.close()
  })

  it('opens a new database for two runs that start at the same moment', async () => {
    using folder = temporaryFolder()
    const gate = new Int32Array(new SharedArrayBuffer(4))
    const workerData = { folder: folder.path, gate, times: 100, module: import.meta.resolve('./open-database.ts') }
    const runs = [1, 2].map(() => new Worker(OPENS_TOGETHER, { eval: true, workerData }))
    const errors = await Promise.all(runs.map(async run => (await once(run, 'message'))[0]))
    assert.deepEqual(errors, [[], []])
  })

  it('refuses a file that is not SQLite and leaves it as it is', () => {
    using folder = temporaryFolder()
    folder.write({ 'notes.txt': 'just some text, long enough to be looked at as a header'.repeat(50) })
    refuses(join(folder.path, 'notes.txt'), /notes\.txt is not a SQLite database\./)
  })

  it("refuses another program's database and leaves it as it is", () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'other.db')
    const other = new DatabaseSync(path)
    other.exec('CREATE TABLE evaluations (x)')
    other.close()
    refuses(path, /is a database of another program/)
  })

  it('refuses a database of a newer version and leaves it as it is', () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'results.db')
    const database = openDatabase(path)
    database.exec('PRAGMA user_version = 99')
    database.close()
    refuses(path, /written by a newer version \(its schema is 99, this version knows 2\)/)
  })

  it('says which folder is missing', () => {
    using folder = temporaryFolder()
    assert.throws(
      () => openDatabase(join(folder.path, 'no/results.db')),
      /the folder of the database .* does not exist/,
    )
  })

  it('says when the path is a folder', () => {
    using folder = temporaryFolder()
    mkdirSync(join(folder.path, 'results.db'))
    assert.throws(() => openDatabase(join(folder.path, 'results.db')), /cannot be opened/)
  })
})

describe('explained', () => {
  it('explains a lock', () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'results.db')
    const holder = openDatabase(path)
    holder.exec('BEGIN EXCLUSIVE')
    const other = new DatabaseSync(path)
    assert.throws(() => explained(path, () => other.exec('DELETE FROM texts')), /is locked by another program/)
    other.close()
    holder.close()
  })

  it('explains a full disk, and what was stored before is there', () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'results.db')
    const database = openDatabase(path)
    database.exec("INSERT INTO texts VALUES ('first', 'x')")
    database.exec(`PRAGMA max_page_count = ${database.prepare('PRAGMA page_count').get()?.page_count}`)
    const fill = () => database.exec("INSERT INTO texts VALUES ('big', hex(randomblob(1000000)))")
    assert.throws(
      () => explained(path, fill),
      error =>
        error instanceof UserError &&
        /disk is full/.test(error.message) &&
        /will not be asked again/.test(error.tryThis ?? ''),
    )
    database.close()
    const again = openDatabase(path)
    assert.deepEqual(
      again
        .prepare('SELECT hash FROM texts')
        .all()
        .map(row => row.hash),
      ['first'],
    )
    again.close()
  })

  it('leaves other errors alone', () => {
    const bug = new Error('bug')
    const fail = () => {
      throw bug
    }
    assert.throws(
      () => explained('x', fail),
      error => error === bug,
    )
  })
})
