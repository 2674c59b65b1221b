import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** JSON values by key, in a file that only saves time: whatever is lost is made again. */
export interface DiskCache extends Disposable {
  get(key: string): unknown
  /** On the disk at once: a process that is killed loses nothing. */
  set(key: string, value: unknown): void
}

export interface CacheLimits {
  /** How long a value that nobody uses is kept. */
  unusedDays: number
  /** The most values. Beyond it, those go that were not used for longest, but none that this process used. */
  most: number
}

// Uses have a table of their own: to write a use beside its value would copy the value.
const TABLES = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  create table if not exists cached (key text primary key, value text not null) strict;
  create table if not exists used (key text primary key, at integer not null) strict, without rowid;`

const PATIENCE_MS = 2000
const DAY_MS = 24 * 60 * 60 * 1000

/** SQLite's codes for a file that is no database, a broken one, or one with other tables. */
const NO_CACHE = new Set([1, 11, 26])

/** A file that is no cache is replaced. Where none can be written, nothing is kept, and nothing fails. */
export function openDiskCache(file: string, limits: CacheLimits, now = Date.now()): DiskCache {
  const opened = attempt(() => openOrReplace(file))
  if (!opened) return { get: () => undefined, set: () => {}, [Symbol.dispose]: () => {} }
  const { db, select, insert, use } = opened
  const got = new Set<string>()
  return {
    get(key) {
      const row = attempt(() => select.get(key))
      if (row) got.add(key)
      return row && attempt(() => JSON.parse(String(row.value)))
    },
    set(key, value) {
      attempt(() => {
        use.run(key, now)
        insert.run(key, JSON.stringify(value))
      })
    },
    [Symbol.dispose]() {
      attempt(() => {
        db.exec('begin immediate')
        for (const key of got) use.run(key, now)
        removeUnused(db, limits, now)
        db.exec('commit')
      })
      attempt(() => db.close())
    },
  }
}

function openOrReplace(file: string) {
  mkdirSync(dirname(file), { recursive: true })
  try {
    return openTables(file)
  } catch (error) {
    if (!NO_CACHE.has((error as { errcode?: number }).errcode ?? 0)) throw error
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
    return openTables(file)
  }
}

function openTables(file: string) {
  const db = new DatabaseSync(file, { timeout: PATIENCE_MS })
  try {
    db.exec(TABLES)
    return {
      db,
      select: db.prepare('select value from cached where key = ?'),
      insert: db.prepare('insert or replace into cached (key, value) values (?, ?)'),
      use: db.prepare('insert or replace into used (key, at) values (?, ?)'),
    }
  } catch (error) {
    db.close()
    throw error
  }
}

/** All that this process used bears the time `now`. */
function removeUnused(db: DatabaseSync, { unusedDays, most }: CacheLimits, now: number): void {
  db.prepare('delete from used where at < ?').run(now - unusedDays * DAY_MS)
  db.prepare(
    `delete from used where at <> :now and key in
       (select key from used order by at = :now desc, at desc limit -1 offset :most)`,
  ).run({ now, most })
  db.exec('delete from cached where key not in (select key from used)')
}

/** A cache that cannot be read or written is no reason to fail: values are made again. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
